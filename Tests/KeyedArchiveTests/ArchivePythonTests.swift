import Foundation
import ModelCore
import TestSupport
import Testing

/// Python's plistlib as a second opinion on the bytes.
@Suite(.enabled(if: Python.path != nil, "There is no python3 here."))
struct ArchivePythonTests {
    /// Checks each UID, and the parts that every archive has.
    private static let script = """
        import plistlib, sys
        p = plistlib.load(open(sys.argv[1], 'rb'))
        assert p['$archiver'] == 'NSKeyedArchiver' and p['$version'] == 100000 and p['$objects'][0] == '$null'
        o = p['$objects']
        def walk(v):
            if isinstance(v, plistlib.UID): assert 0 <= v.data < len(o), v
            elif isinstance(v, list): [walk(x) for x in v]
            elif isinstance(v, dict):
                if '$class' in v: assert '$classname' in o[v['$class'].data]
                [walk(x) for x in v.values()]
        walk(o); walk(p['$top'])
        print(len(o), o[p['$top']['root'].data].get('$class') is not None)
        """

    @Test(arguments: [0, 10, 100, 10_000, 40_000])
    func plistlibReadsArchivesOfAnySize(_ count: Int) throws {
        let people = (0..<count).map { index in
            let person = ArchivePerson()
            person.name = "Person \(index)"
            person.age = index
            person.score = Double(index) / 3
            person.tags = ["a", "t\(index % 10)", "ü\(index)"]
            return person
        }
        for (index, person) in people.enumerated() where index % 3 == 0 { person.boss = people[(index + 7) % people.count] }
        let data = try KeyedArchive().encode(people)
        #expect(try Python.run(Self.script, on: data).last?.hasSuffix("True") == true)
        try KeyedArchive.withTestClasses {
            let found = try KeyedArchive().decode([ArchivePerson].self, from: data)
            #expect(found.count == count)
            #expect(found.map(\.name) == people.map(\.name))
            #expect(found.map(\.tags) == people.map(\.tags))
            for (index, person) in found.enumerated() where index % 3 == 0 { #expect(person.boss === found[(index + 7) % count]) }
        }
    }
}
