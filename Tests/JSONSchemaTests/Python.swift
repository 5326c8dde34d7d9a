import Foundation
import JSONSchema
import ModelCore
import TestSupport
import Testing

/// What Python's `jsonschema` makes of schemas and documents: a second opinion.
extension Python {
    /// A schema, and documents that fit it or don't.
    struct Case: Encodable {
        var schema: String
        var fitting: [String] = []
        var wrong: [String] = []

        init(_ schema: JSONSchema, fitting: [String] = [], wrong: [String] = []) throws {
            self.schema = String(decoding: try schema.data(), as: UTF8.self)
            self.fitting = fitting
            self.wrong = wrong
        }
    }

    /// Checks all cases in one process: each schema by the meta-schema of 2020-12, each document by its schema.
    static func check(_ cases: [Case], _ location: SourceLocation = #_sourceLocation) throws {
        let complaints =
            path == nil
            ? ["There is no python3: `Scripts/install-packages.sh test` installs it."]
            : try run(script, on: JSONEncoder().encode(cases))
        #expect(complaints == ["done \(cases.count)"], sourceLocation: location)
    }

    private static let script = #"""
        import json, sys
        try:
            import jsonschema
        except ImportError:
            print('python3 has no module jsonschema: `Scripts/install-packages.sh test` installs it.')
            sys.exit()
        cases = json.load(open(sys.argv[1]))
        for case in cases:
            schema = json.loads(case['schema'])
            name = schema.get('title')
            try:
                jsonschema.Draft202012Validator.check_schema(schema)
            except jsonschema.SchemaError as error:
                print(name, 'is no schema:', error.message)
                continue
            formats = getattr(jsonschema.Draft202012Validator, 'FORMAT_CHECKER', jsonschema.FormatChecker())
            validator = jsonschema.Draft202012Validator(schema, format_checker=formats)
            for text in case['fitting']:
                for error in validator.iter_errors(json.loads(text)):
                    print(name, 'refuses', text, ':', error.message, [c.message for c in error.context or []])
            for text in case['wrong']:
                if validator.is_valid(json.loads(text)): print(name, 'lets pass', text)
        print('done', len(cases))
        """#
}
