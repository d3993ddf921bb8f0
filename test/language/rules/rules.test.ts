import { describe, expect, it } from 'vitest';
import { verifyDiagnostics } from '../../../src/base/diagnostics/catalogue/verify.js';
import { verifyKind } from '../../../src/language/rules/kind-rules.js';
import { verifySharedNames } from '../../../src/language/rules/name-rules.js';
import { verifyPermissions } from '../../../src/language/rules/rbac-rules.js';
import { verifySize } from '../../../src/language/rules/size-rules.js';
import { analyzeSources, codes as codesAt, kindSource, specSchema } from '../../support/generate.js';
import { rbacCases, rbacSource } from '../../support/rbac-cases.js';
import { selectableCases, selectableSources } from '../../support/selectable-cases.js';
import { verifyCaseName, verifyCases } from '../../support/verify-cases.js';

describe('a kind', () => {
  it.each(verifyCases.map((each) => [verifyCaseName(each), each] as const))('%s', (_, { codes, ...source }) => {
    const { model, diagnostics } = analyzeSources(kindSource(source));
    expect(diagnostics).toEqual([]);
    const found = model.kinds.flatMap((each) => verifyKind(each));
    expect(found.map(({ code }) => code)).toEqual(codes);
    for (const { position, message, help } of found) {
      expect(position?.file).toBe('src/api/v1/thing.types.ts');
      expect(message && help).not.toBe('');
    }
  });

  it.each([
    ["@Format('int8') it?: Integer;", 'use @Minimum and @Maximum, or one of the formats int32, int64'],
    ["@Format('half') it?: JsonNumber;", 'use @Minimum and @Maximum, or one of the formats float, double'],
    ["@Format('qqqqqqqq') it?: string;", 'use @Pattern, or one of the formats '],
  ])('with an unknown format gets a marker that its type can have: %s', (spec, help) => {
    const { diagnostics } = specSchema(spec);
    expect(diagnostics).toMatchObject([{ code: 'unknown-format', help: expect.stringContaining(help) }]);
  });

  it('has a case for every problem that can be found in it', () => {
    const tried = new Set(verifyCases.flatMap(({ codes }) => codes));
    // These have tests of their own: they are about the text of a file, a sample, several versions, or no kind at all.
    const others = [
      'large-crd',
      'crd-too-large',
      'incomplete-sample',
      'status-missing',
      'status-required',
      'version-loses-fields',
      'duplicate-resource-name',
      ...Object.keys(verifyDiagnostics).filter((code) =>
        /^(?:webhook-|(?:invalid|ineffective)-(?:permission|webhook)$|duplicate-webhook|unknown-verb|inconsistent-selectable-fields)/.test(
          code,
        ),
      ),
    ];
    expect([...tried, ...others].toSorted()).toEqual(Object.keys(verifyDiagnostics).toSorted());
  });

  it('is reported at the marker', () => {
    const { diagnostics } = specSchema("  @MinLength(1)\n  @Pattern('([')\n  it!: string;");
    const first = specSchema('  it!: number;').diagnostics[0]!.position!.line;
    expect(diagnostics[0]!.position).toMatchObject({ line: first + 1, column: 3 });
  });
});

describe('a rule with a wrong fieldPath', () => {
  const helpFor = (fieldPath: string): readonly (string | undefined)[] =>
    specSchema(`@XValidation({ rule: 'true', fieldPath: ${fieldPath} }) it?: Item;`, item).diagnostics.map(
      ({ help }) => help,
    );
  const item = "class Item { replicas?: Int32; 'a-b'?: { names?: string[] }; 'x.y'?: string }";

  it.each([
    ["'.replica'", '.replicas'],
    ["'replicas'", '.replicas'],
    [`'.a-b.name'`, '.a-b.names'],
    ["'.a-b.names[0]'", '.a-b.names'],
  ])('%s: did you mean %s?', (wrong, right) => {
    expect(helpFor(wrong)).toEqual([`did you mean fieldPath: "${right}"?`]);
  });

  it('that is similar to none is explained', () => {
    expect(helpFor("'.unrelated'")[0]).toMatch(/^leave fieldPath out, or write the path/);
  });

  it('is reported at its own marker', () => {
    const markers = ['.replicas', '.none', '.a-b'].map(
      (path) => `@XValidation({ rule: 'true', fieldPath: '${path}' })`,
    );
    const { diagnostics } = specSchema(`${markers.join('\n')}\nit?: Item;`, item);
    const [at] = diagnostics.map(({ position }) => position!.line);
    const [first] = specSchema(`${markers[1]!}\nit?: Item;`, item).diagnostics.map(({ position }) => position!.line);
    expect(diagnostics).toHaveLength(1);
    expect(at).toBe(first! + 1);
  });
});

describe('an expensive rule', () => {
  const found = (spec: string, before: string): readonly (string | undefined)[] =>
    specSchema(spec, before).diagnostics.map(({ help }) => help?.replace(/^.*: /, ''));

  it('is reported once for a list, with the bounds that are enough', () => {
    const record = 'Record<string, string>';
    const keys = `class Item { @Keys(MaxLength(9)) a?: ${record}; @Keys(MaxLength(9)) @MaxProperties(10) b?: ${record} }`;
    expect(found('list?: Item[];', keys)).toEqual([
      '@MaxItems(1000) on Thing.spec.list, @MaxProperties(1000) on Thing.spec.list[].a',
    ]);
    expect(found('one?: Item[]; other?: Record<string, Item[]>;', keys)).toHaveLength(2);
  });

  it('names the parts of a field with their markers', () => {
    const item = 'class Item { @Keys(MaxLength(9)) @MaxProperties(10) a?: Record<string, string> }';
    expect(found('it?: Record<string, Item[]>;', item)).toEqual([
      '@MaxProperties(400) on Thing.spec.it, @Values(MaxItems(400)) on Thing.spec.it',
    ]);
    expect(found('@MaxItems(100) it?: Item[][];', item)).toEqual(['@Items(MaxItems(1000)) on Thing.spec.it']);
  });

  it('is reported at its marker, and that of a union at the field', () => {
    const keys = specSchema('  it?: Item[];', 'class Item {\n  @Keys(MaxLength(9)) a?: Record<string, string> }');
    expect(codesAt(keys.diagnostics)).toEqual(['expensive-rule 5:3']);
    const members = Array.from({ length: 50 }, (_, index) => `{ t: 't${index}'; f${index}: string }`);
    const union = specSchema('  it?: Item[];', `type Item = ${members.join(' | ')};`);
    expect(union.diagnostics.map(({ code, position }) => [code, position?.column])).toEqual([['expensive-rule', 3]]);
    expect(union.diagnostics[0]!.message).toMatch(/^together, /);
  });
});

describe('a required status', () => {
  const found = (status: string, marker = '@api.StatusSubresource()'): readonly string[] => {
    const text = `import * as api from '@operator-gen/runtime/api';
${marker} @api.Resource({ group: 'example.com', version: 'v1' }, { plural: 'things' })
export class Thing extends api.CustomResource { ${status} }
`;
    const { model, diagnostics } = analyzeSources({ 'src/thing.ts': text });
    expect(diagnostics).toEqual([]);
    return codesAt(model.kinds.flatMap((kind) => verifyKind(kind)));
  };

  it('of new objects is removed by the status subresource', () => {
    expect(found('status!: { a?: string };')).toEqual(['status-required 3:49']);
    expect(found('status!: { a?: string };', '')).toEqual([]);
    expect(found('status?: { a: string };')).toEqual([]);
    expect(found('status: { a?: string } = {};')).toEqual([]);
  });
});

describe('a permission', () => {
  it.each(rbacCases.map((each) => [JSON.stringify(each.rule), each] as const))('%s', (_, each) => {
    const { model, diagnostics } = analyzeSources({ 'src/controller.ts': rbacSource(each) });
    expect(diagnostics).toEqual([]);
    const found = [...verifyPermissions(model)];
    expect(found.map(({ code }) => code)).toEqual(each.codes);
    for (const { position, help } of found) {
      expect(position).toMatchObject({ file: 'src/controller.ts', line: 2 });
      expect(help).not.toMatch(/undefined|\[object/);
    }
  });

  it('is reported at the argument, with the intended verb', () => {
    const text =
      "import { Rbac } from '@operator-gen/runtime/api';\n@Rbac({ groups: [''], resources: ['pods'], verbs: ['creat'] })\nclass A {}\n";
    const { model } = analyzeSources({ 'src/a.ts': text });
    const [found] = [...verifyPermissions(model)];
    expect(codesAt([found!])).toEqual(['unknown-verb 2:44']);
    expect(found!.help).toBe("did you mean 'create'? for a custom verb, use: customVerbs: ['creat']");
  });
});

describe('names', () => {
  const named = (kind: string, names: string, group = 'example.com'): string =>
    `@api.Resource({ group: '${group}', version: 'v1' }, { ${names} })\nexport class ${kind} extends api.CustomResource {}\n`;
  const found = (...kinds: readonly string[]): readonly string[] => {
    const text = `import * as api from '@operator-gen/runtime/api';\n${kinds.join('')}`;
    const { model, diagnostics } = analyzeSources({ 'src/kinds.ts': text });
    expect(diagnostics).toEqual([]);
    return codesAt([...verifySharedNames(model)]);
  };
  it.each([
    "plural: 'bs', shortNames: ['x']",
    "plural: 'bs', shortNames: ['as']",
    "plural: 'bs', singular: 'x'",
    "plural: 'x'",
  ])('are not shared within a group: %s', (names) => {
    const first = named('A', "plural: 'as', shortNames: ['x']");
    expect(found(first, named('B', names))).toEqual(['duplicate-resource-name 4:1']);
    expect(found(first, named('B', names, 'example.org'))).toEqual([]);
  });
});

describe('sizes', () => {
  it('warn near what kubectl apply can keep, and are refused beyond what etcd can', () => {
    expect(verifySize('a', 200_000)).toEqual([]);
    expect(verifySize('a', 210_000).map(({ code, severity }) => [code, severity])).toEqual([['large-crd', 'warning']]);
    expect(verifySize('a', 1_600_000).map(({ code, severity }) => [code, severity])).toEqual([
      ['crd-too-large', 'error'],
    ]);
  });
});

describe('selectable fields of several versions', () => {
  it.each(selectableCases)('%j', (...each) => {
    const refused = each.pop();
    const sources = selectableSources(each as [string, string[]][]);
    const { model, diagnostics } = analyzeSources(sources);
    expect(diagnostics).toEqual([]);
    const found = model.kinds.flatMap((kind) => verifyKind(kind)).filter(({ code }) => code !== 'version-loses-fields');
    expect(found.map(({ code }) => code)).toEqual(refused ? ['inconsistent-selectable-fields'] : []);
    for (const { position } of found) expect(position).toMatchObject({ line: 2 });
  });
});

describe('versions', () => {
  const kind = (
    version: string,
    spec: string,
    markers = '',
  ): string => `import * as api from '@operator-gen/runtime/api';
${markers} @api.Resource({ group: 'example.com', version: '${version}' }, { plural: 'things' })
export class Thing extends api.CustomResource { spec!: ${spec} }
`;
  const codesOf = (stored: string, other: string, markers = ''): readonly (readonly [string, string])[] => {
    const sources = {
      'src/v1.ts': kind('v1', stored, '@api.StorageVersion()'),
      'src/v2.ts': kind('v2', other, markers),
    };
    const { model, diagnostics } = analyzeSources(sources);
    expect(diagnostics).toEqual([]);
    return model.kinds
      .flatMap((each) => verifyKind(each))
      .map(({ code, message }) => [code, message.split(': ').at(-1)!] as const);
  };
  it.each([
    ['{ a: string; b?: { c?: string }[] }', '{ a: string }', []],
    ['{ a: string }', '{ a: string; b?: string }', ['spec.b']],
    ['{ a: { b: string }[] }', '{ a: { b: string; c?: string; d?: string }[] }', ['spec.a[].c, spec.a[].d']],
    ['{ a: api.Json }', '{ a: { b: string } }', []],
    ['{ a: Record<string, string> }', '{ a: { b: string } }', []],
    ['{ a: { b?: string } }', '{ a: Record<string, string> }', ['spec.a[*]']],
    ['{ a: api.Json }', '{ a: Record<string, string> }', []],
    ['{ a: Record<string, { b: string }> }', '{ a: Record<string, { c: string }> }', ['spec.a[*].c']],
  ])('stored as %s, and %s', (stored, other, lost) => {
    expect(codesOf(stored, other)).toEqual(lost.map((fields) => ['version-loses-fields', fields]));
    expect(codesOf(stored, other, '@api.UnservedVersion()')).toEqual([]);
  });
});
