// FoundationEssentials, the part of Foundation without ICU, is enough for this module. It is exported for the formats
// that need no more than that.
#if canImport(FoundationEssentials)
    @_exported import FoundationEssentials
#else
    @_exported import Foundation
#endif
#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#endif
