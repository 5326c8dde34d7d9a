import Foundation
import Modelmatic
import TestSupport

/// What Python's parsers make of a model file: a second opinion.
extension Python {
    /// Each model in a line: its entities with everything that is in them.
    static func models(_ files: [String]) throws -> [String] { try run(script, files) }

    private static let script = #"""
        import plistlib, sys, xml.etree.ElementTree as ET
        def info(d): return '{' + ' '.join(sorted(k + '=' + v for k, v in d.items())) + '}'
        def name(v): return '' if v in (None, '', 'NSManagedObject') else v[1:] if v[0] == '.' else v
        def yes(v): return '1' if v in (True, 1, 'YES') else '0'
        def default(kind, v):
            if v is None or v == '' and kind != 'String': return '-'
            if kind.startswith('Integer'): return str(int(v))
            if kind in ('Double', 'Float', 'Decimal'): return repr(float(v))
            if kind == 'Boolean': return yes(v)
            return str(v)
        def attribute(n, kind, optional, transient, value, transformer, cls, user):
            return '/'.join([n, kind, yes(optional), yes(transient), default(kind, value), transformer or '', cls or '',
                info(user)])
        def relationship(n, to, back, many, ordered, optional, low, high, rule, user):
            return '/'.join([n, to, back, yes(many), yes(ordered), yes(optional), str(low or 0), str(high or 0), rule,
                info(user)])
        def entity(n, cls, parent, abstract, attributes, relationships, user):
            return '\x01'.join(
                [n, name(cls), parent or '', yes(abstract), info(user)] + attributes + ['|'] + relationships)

        def read_xml(path):
            def user(e): return {x.get('key'): x.get('value') for x in e.findall('userInfo/entry')}
            return [entity(e.get('name'), e.get('representedClassName'), e.get('parentEntity'), e.get('isAbstract'),
                [attribute(a.get('name'), a.get('attributeType', 'Undefined'), a.get('optional'), a.get('transient'),
                    a.get('defaultValueString'), a.get('valueTransformerName'), a.get('customClassName'), user(a))
                 for a in e.findall('attribute')],
                [relationship(r.get('name'), r.get('destinationEntity'),
                    r.get('inverseEntity', '') + '.' + r.get('inverseName', ''), r.get('toMany'), r.get('ordered'),
                    r.get('optional'), r.get('minCount'), r.get('maxCount'), r.get('deletionRule'), user(r))
                 for r in e.findall('relationship')], user(e)) for e in ET.parse(path).getroot().findall('entity')]

        kinds = {0: 'Undefined', 100: 'Integer 16', 200: 'Integer 32', 300: 'Integer 64', 400: 'Decimal', 500: 'Double',
            600: 'Float', 700: 'String', 800: 'Boolean', 900: 'Date', 1000: 'Binary', 1100: 'UUID', 1200: 'URI',
            1800: 'Transformable'}
        rules = ['No Action', 'Nullify', 'Cascade', 'Deny']
        def read_archive(path):
            archive = plistlib.load(open(path, 'rb'))
            objects = archive['$objects']
            def at(v):
                v = objects[v.data] if isinstance(v, plistlib.UID) else v
                return None if v == '$null' else v
            def get(o, k): return at(o.get(k)) if o else None
            def items(o):
                if o is None: return []
                values = [at(x) for x in o['NS.objects']]
                return list(zip([at(x) for x in o['NS.keys']], values)) if 'NS.keys' in o else values
            def each(o): return [x[1] if isinstance(x, tuple) else x for x in items(o)]
            def cls(o): return at(o['$class'])['$classes']
            def user(o): return {k: v for k, v in items(o) if isinstance(v, str)} if o else {}
            def number(v):
                if isinstance(v, dict) and 'NS.mantissa' in v:
                    m = int.from_bytes(v['NS.mantissa'], 'little')
                    return m * 10.0 ** v['NS.exponent'] * (-1 if v['NS.negative'] else 1)
                return v
            root = get(archive['$top'], 'root')
            if 'NSEntities' in root:
                return [entity(get(e, 'NSEntityName'), get(e, 'NSClassNameForEntity'),
                    get(get(e, 'NSSuperentity'), 'NSEntityName'), get(e, 'NSIsAbstract'),
                    [attribute(get(a, 'NSPropertyName'), kinds[get(a, 'NSAttributeType')], get(a, 'NSIsOptional'),
                        get(a, 'NSIsTransient'), number(get(a, 'NSDefaultValue')), get(a, 'NSValueTransformerName'),
                        get(a, 'NSAttributeValueClassName') if get(a, 'NSAttributeType') == 1800 else '',
                        user(get(a, 'NSUserInfo')))
                     for a in each(get(e, 'NSProperties')) if 'NSAttributeDescription' in cls(a)],
                    [relationship(get(r, 'NSPropertyName'), get(get(r, 'NSDestinationEntity'), 'NSEntityName'),
                        (get(get(get(r, 'NSInverseRelationship'), 'NSEntity'), 'NSEntityName') or '') + '.'
                        + (get(get(r, 'NSInverseRelationship'), 'NSPropertyName') or ''),
                        get(r, 'NSMaxCount') != 1, get(r, 'NSIsOrdered'), get(r, 'NSIsOptional'), get(r, 'NSMinCount'),
                        get(r, 'NSMaxCount'), rules[get(r, 'NSDeleteRule')], user(get(r, 'NSUserInfo')))
                     for r in each(get(e, 'NSProperties')) if 'NSRelationshipDescription' in cls(r)],
                    user(get(e, 'NSUserInfo'))) for e in each(get(root, 'NSEntities'))]
            def tags(o):
                return {get(p, '_name'): get(p, '_default') for s in each(get(o, 'XDBucketForStereotypesstorage'))
                    for p in each(get(s, 'XDBucketForOwnedAttributesstorage'))}
            def properties(e, kind):
                return [(p, tags(p)) for p in each(get(e, 'XDBucketForOwnedAttributesstorage')) if kind in cls(p)]
            return [entity(get(e, '_name'), tags(e)['XD_PSK_entityClassName'], '', tags(e)['XD_PSK_isAbstract'],
                [attribute(get(p, '_name'), kinds[t['XD_PAttK_attributeType']], t['XD_PPSK_isOptional'],
                    t['XD_PPSK_isTransient'], t.get('XD_PAttK_defaultValueAsString'),
                    t.get('XD_PAttK_valueTransformerName'), '', user(t['XD_PPSK_userInfo']))
                 for p, t in properties(e, 'XDPMAttribute')],
                [relationship(get(p, '_name'), get(t['XD_PRK_destination'], '_name'),
                    (get(get(t['XD_PRK_inverseRelationship'], '_owner'), '_name') or '') + '.'
                    + (get(t['XD_PRK_inverseRelationship'], '_name') or ''), t.get('XD_PRK_isToMany', False), False,
                    t['XD_PPSK_isOptional'], t.get('XD_PRK_minCount'), t.get('XD_PRK_maxCount'),
                    rules[t['XD_PRK_deleteRule']], user(t['XD_PPSK_userInfo']))
                 for p, t in properties(e, 'XDPMRelationship')], user(tags(e)['XD_PSK_userInfo']))
                for e in each(get(get(root, '_xd_rootPackage'), 'XDBucketForClassesstorage'))]

        for path in sys.argv[1:]:
            archived = open(path, 'rb').read(6) == b'bplist'
            print('\x02'.join((read_archive if archived else read_xml)(path)).replace('\n', '\\n'))
        """#
}
