import Foundation
import TestSupport

/// What Python's plistlib makes of a property list: a second opinion.
extension Python {
    private static let script = """
        import plistlib, sys, datetime, struct
        def show(v):
            if v is True: return 'true'
            if v is False: return 'false'
            if isinstance(v, plistlib.UID): return 'int(%d)' % v.data
            if isinstance(v, int): return 'int(%d)' % v
            if isinstance(v, float): return 'real(%s)' % ('nan' if v != v else struct.pack('>d', v).hex())
            if isinstance(v, str): return 'string(%s)' % v.encode('utf-8', 'surrogatepass').hex()
            if isinstance(v, bytes): return 'data(%s)' % v.hex()
            if isinstance(v, datetime.datetime):
                return 'date(%d)' % round((v - datetime.datetime(2001, 1, 1)).total_seconds())
            if v is None: return 'null'
            if isinstance(v, dict): return '{' + ','.join(sorted(show(k) + ':' + show(x) for k, x in v.items())) + '}'
            return '[' + ','.join(show(x) for x in v) + ']'
        sys.setrecursionlimit(100000)
        for path in sys.argv[1:]:
            try:
                with open(path, 'rb') as f: print(show(plistlib.load(f)))
            except Exception as e: print('error', type(e).__name__)
        """

    /// One line for each file.
    static func read(_ paths: [String]) throws -> [String] { try run(script, paths) }

    static func read(_ data: Data) throws -> String { try run(script, on: data).first ?? "nothing" }
}
