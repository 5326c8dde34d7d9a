import Foundation
import Workloads

/// What encrypting costs beyond the keyed archive, against the rate that `openssl speed` measures for the same cipher on this machine.
struct CryptoRun {
    /// `crypto/people/encode 0.30 ms beyond the archive's 10.7 ms, AES-256-GCM 1.03 ms, ratio 0.29 ok (limit 1.5)`
    let line: String

    init() throws {
        let workload = try CryptoWorkload()
        var plain: [Double] = []
        var encrypted: [Double] = []
        for _ in 0..<41 {
            plain.append(try Clock.measure(workload.encodePlain).seconds)
            encrypted.append(try Clock.measure(workload.encodeEncrypted).seconds)
        }
        let extra = encrypted.median - plain.median
        let cipher = Double(workload.byteCount) / (try Self.bytesPerSecond())
        let ratio = extra / cipher
        line = String(
            format: "%@ %.2f ms beyond the archive's %.1f ms, AES-256-GCM %.2f ms, ratio %.2f %@ (limit %.1f)",
            CryptoWorkload.name, extra * 1000, plain.median * 1000, cipher * 1000, ratio,
            ratio <= CryptoWorkload.limit ? "ok" : "short", CryptoWorkload.limit)
    }

    /// What `openssl speed` says of AES-256-GCM in blocks of 16 KiB, in the processor time that it uses.
    private static func bytesPerSecond() throws -> Double {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl", "speed", "-evp", "aes-256-gcm", "-bytes", "16384", "-seconds", "1"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // The last line ends with thousands of bytes a second: `AES-256-GCM    4718608.38k`.
        guard let last = text.split(whereSeparator: \.isWhitespace).last, last.hasSuffix("k"),
            let thousands = Double(last.dropLast())
        else { throw WrongResult("What openssl speed printed") }
        return thousands * 1000
    }
}
