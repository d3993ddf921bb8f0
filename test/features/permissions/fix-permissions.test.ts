import { describe, expect, test } from 'vitest';
import { fixPermissions, type PermissionFix } from '../../../src/features/permissions/fix/fix-permissions.js';
import { grantsOf } from '../../../src/features/permissions/fix/permission-marker.js';
import type { RbacRule } from '../../../src/base/model/rbac.js';

const rule = (line: number, fields: Partial<RbacRule>): RbacRule => ({
  ...{ groups: ['apps'], resources: ['deployments'], verbs: ['get'], resourceNames: [], urls: [] },
  ...{ namespace: '', roleName: '', position: { file: 'a.ts', line, column: 2 } },
  ...fields,
});
const added = (resource: string, verbs: readonly string[], line: number, more: object = {}) => ({
  ...{ group: 'apps', resource, verbs, position: { file: 'a.ts', line, column: 1 } },
  ...more,
});
const nothing: PermissionFix = { added: [], narrowed: [], rules: [] };
const imports = "import { Rbac } from '@operator-gen/runtime/api';\n";

/** Returns what a marker has to grant, with other verbs for some of its resources. */
const narrowed = (own: RbacRule, verbs: Readonly<Record<string, readonly string[]>>) => [
  { rule: own, grants: grantsOf(own).map((each) => ({ ...each, verbs: verbs[each.resource] ?? each.verbs })) },
];

function fixed(text: string, fix: Partial<PermissionFix>): string | undefined {
  return fixPermissions('a.ts', text, { ...nothing, ...fix });
}

describe('a permission is added', () => {
  const marker = "@Rbac({ groups: ['apps'], resources: ['deployments'], verbs: ['get'] })";

  test('to the verbs of the marker for the same resource', () => {
    const text = `${imports}${marker}\nexport class A {}\n`;
    expect(fixed(text, { rules: [rule(2, {})], added: [added('deployments', ['delete'], 3)] })).toBe(
      text.replace("['get']", "['get', 'delete']"),
    );
  });

  test.each([
    ["[...reads, 'list']", "[...reads, 'list', 'delete']"],
    ['reads', "[...reads, 'delete']"],
    ['verbs.of.pods', "[...verbs.of.pods, 'delete']"],
  ])('to constants, which stay: %s', (before, after) => {
    const text = `${imports}${marker.replace("['get']", before)}\nexport class A {}\n`;
    const own = rule(2, { verbs: ['get', 'list'] });
    expect(fixed(text, { rules: [own], added: [added('deployments', ['delete'], 3)] })).toBe(
      text.replace(before, after),
    );
  });

  test('as a marker below the others, in the style of the file', () => {
    const text =
      `${imports}\n@Rbac({ groups: [gv.group], resources: ["deployments"], verbs: ["get"] }) // why\nexport class A {}\n`.replaceAll(
        '\n',
        '\r\n',
      );
    expect(fixed(text, { rules: [rule(3, {})], added: [added('statefulsets', ['watch', 'get'], 4)] })).toBe(
      text.replace(
        '] }) // why',
        "] })\r\n@Rbac({ groups: [gv.group], resources: ['statefulsets'], verbs: ['get', 'watch'] }) // why",
      ),
    );
  });

  test('as the first marker of a class, with the import', () => {
    const text = "import { a } from './b.js';\n\n/** Does it. */\n@Other()\nexport class A {}\n";
    expect(
      fixed(text, { added: [added('deployments', ['get'], 5, { resourceName: 'one', roleNamespace: 'here' })] }),
    ).toBe(
      `import { a } from './b.js';\nimport { Rbac } from '@operator-gen/runtime/api';\n\n/** Does it. */\n` +
        `@Rbac({ groups: ['apps'], resources: ['deployments'], verbs: ['get'], resourceNames: ['one'], namespace: 'here' })\n` +
        '@Other()\nexport class A {}\n',
    );
  });

  test('with the name and the import that the file has', () => {
    const text = "import { Rbac as Grant } from '@operator-gen/runtime/api';\nexport class A {}\n";
    expect(fixed(text, { added: [added('deployments', ['get'], 2, { group: '' })] })).toBe(
      text.replace('export', "@Grant({ groups: ['core'], resources: ['deployments'], verbs: ['get'] })\nexport"),
    );
    const other = "import { Int32 } from '@operator-gen/runtime/api';\nexport class A {}\n";
    expect(fixed(other, { added: [added('deployments', ['get'], 2)] })).toContain(
      "import { Int32, Rbac } from '@operator-gen/runtime/api';\n@Rbac(",
    );
  });

  test('to the class around the line, in lines of 120 columns', () => {
    const text = `${imports}export class A {}\nexport class B {\n  // here\n}\n`;
    const long = 'a-very-long-group-of-somebody-else.example-company-with-a-long-name.com';
    expect(fixed(text, { added: [added('deployments', ['get', 'list', 'watch'], 4, { group: long })] })).toBe(
      `${imports}export class A {}\n@Rbac({\n  groups: ['${long}'],\n  resources: ['deployments'],\n  verbs: ['get', 'list', 'watch'],\n})\nexport class B {\n  // here\n}\n`,
    );
  });

  test.each([
    ['reconciles', 'class A { /* here */ }', 'export class B { async reconcile() {} }'],
    ['has markers', 'class A { /* here */ }', `${marker} export class B {}`],
    ['reconciles, also if another has markers', `${marker} class A {}`, 'class B { reconcile = () => 1; /* here */ }'],
  ])('to the class that %s', (_, one, other) => {
    const text = `${imports}${one}\n${other}\n`;
    const line = one.includes('here') ? 2 : 3;
    const rules = [one, other].flatMap((each, index) => (each.includes('@') ? [rule(index + 2, {})] : []));
    const place = { position: { file: 'a.ts', line, column: text.split('\n')[line - 1]!.indexOf('here') } };
    const text2 = fixed(text, { rules, added: [added('pods', ['get'], line, place)] })!;
    expect(text2.slice(text2.indexOf("['pods']"))).toContain('class B');
    expect(text2.slice(text2.indexOf("['pods']"))).not.toContain('class A');
  });

  test('nowhere if the file has no class', () => {
    expect(fixed('export const a = 1;\n', { added: [added('deployments', ['get'], 1)] })).toBeUndefined();
  });
});

describe('a marker is narrowed', () => {
  const narrow = (text: string, fields: Partial<RbacRule>, verbs: Readonly<Record<string, readonly string[]>>) => {
    const own = rule(2, fields);
    return fixed(imports + text, { rules: [own], narrowed: narrowed(own, verbs) });
  };

  test.each([
    ["verbs: ['get', 'list', 'watch']", ['get', 'watch'], "verbs: ['get', 'watch']"],
    ["verbs: ['get', 'list', 'watch']", ['list', 'watch'], "verbs: ['list', 'watch']"],
    ["verbs: ['get', 'list', 'watch']", ['get'], "verbs: ['get']"],
    ['verbs: ["get", "list", /* all */ "watch"]', ['get', 'watch'], 'verbs: ["get", /* all */ "watch"]'],
    [
      "verbs: [\n  'get', // one\n  'list', // two\n  'watch', // three\n]",
      ['get', 'watch'],
      "verbs: [\n  'get', // one\n  'watch', // three\n]",
    ],
    ['verbs: owned', ['get'], "verbs: ['get']"],
    ["verbs: [...some, 'watch']", ['get', 'watch'], "verbs: ['get', 'watch']"],
  ])('%s', (before, verbs, after) => {
    const marker = (text: string) =>
      `@Rbac({ groups: ['apps'], resources: ['deployments'], ${text} })\nexport class A {}\n`;
    const known = ['get', 'list', 'watch'];
    expect(narrow(marker(before), { verbs: known }, { deployments: verbs })).toBe(imports + marker(after));
  });

  test('away with its line if nothing is left', () => {
    const text =
      "@Rbac({ groups: ['apps'], resources: ['deployments'], verbs: ['get'] })\n@Other()\nexport class A {}\n";
    expect(narrow(text, {}, { deployments: [] })).toBe('@Other()\nexport class A {}\n');
    expect(narrow(text.replace(')\n@', ') @'), {}, { deployments: [] })).toBe('@Other()\nexport class A {}\n');
  });

  test('into one for each set of verbs', () => {
    const text =
      "@Rbac({ groups: ['apps'], resources: ['a', 'b', 'c'], verbs: ['get', 'list'], namespace: 'n' })\nexport class A {}\n";
    const own = { resources: ['a', 'b', 'c'], verbs: ['get', 'list'], namespace: 'n' };
    expect(narrow(text, own, { a: ['get'], c: [] })).toBe(
      `${imports}@Rbac({ groups: ['apps'], resources: ['a'], verbs: ['get'], namespace: 'n' })\n` +
        "@Rbac({ groups: ['apps'], resources: ['b'], verbs: ['get', 'list'], namespace: 'n' })\nexport class A {}\n",
    );
  });
});

describe('an import that only a removed marker needs goes', () => {
  const own = [rule(3, {}), rule(4, { groups: [''], resources: ['pods'] })];
  const left = (text: string) => {
    const all = own.flatMap((each) => narrowed(each, { deployments: [], pods: [] }));
    return fixed(text, { rules: own, narrowed: all });
  };
  const code = "@Rbac(Deployment, ['get'])\n@Rbac(Pod, ['get'])\n";

  test.each([
    ["import { Deployment, Pod } from 'k';\n", 'export class A {}\n', ''],
    ["import { Deployment, Pod } from 'k';\n", 'export class A { a = Pod; }\n', "import { Pod } from 'k';\n"],
    ["import { A, Deployment, Pod } from 'k';\n", 'export class B extends A {}\n', "import { A } from 'k';\n"],
    ["import { Deployment, B, Pod, } from 'k';\n", 'export class A { b?: B }\n', "import { B, } from 'k';\n"],
    ["import k, { Deployment, Pod } from 'k';\n", 'export class A { a = k; }\n', "import k from 'k';\n"],
    [
      "import { X as Deployment, Pod as Y } from 'k';\n",
      'export class A { a = Y; }\n',
      "import { Pod as Y } from 'k';\n",
    ],
  ])('%s%s', (kinds, rest, after) => {
    const text = `${imports}${kinds}${code}${rest}`;
    expect(left(text)).toBe(`${after}${rest}`);
  });

  test('unless another marker comes', () => {
    const text = `${imports}import { Deployment } from 'k';\n@Rbac(Deployment, ['get'])\nexport class A {}\n`;
    const fix = { rules: [own[0]!], narrowed: narrowed(own[0]!, { deployments: [] }), added: [added('a', ['get'], 4)] };
    expect(fixed(text, fix)).toContain(imports);
  });
});

describe('a marker is divided', () => {
  const own = rule(2, { groups: ['', 'apps'], resources: ['a', 'b'], verbs: ['get', 'list'] });
  const left = (group: string, resource: string, ...verbs: string[]) => ({ group, resource, verbs });
  const fix: Partial<PermissionFix> = {
    rules: [own],
    narrowed: [
      {
        rule: own,
        grants: [left('', 'a', 'get'), left('apps', 'a'), left('', 'b', 'get', 'list'), left('apps', 'b', 'get')],
      },
    ],
  };

  test.each([
    [
      "{ groups: ['', 'apps'], resources: ['a', 'b'], verbs: ['get', 'list'] }",
      [
        "{ groups: [''], resources: ['a'], verbs: ['get'] }",
        "{ groups: [''], resources: ['b'], verbs: ['get', 'list'] }",
        "{ groups: ['apps'], resources: ['b'], verbs: ['get'] }",
      ],
    ],
    [
      `{ 'groups': ['', 'apps'], "resources": ['a', 'b'], 'verbs': ['get', 'list'] }`,
      [
        `{ 'groups': [''], "resources": ['a'], 'verbs': ['get'] }`,
        `{ 'groups': [''], "resources": ['b'], 'verbs': ['get', 'list'] }`,
        `{ 'groups': ['apps'], "resources": ['b'], 'verbs': ['get'] }`,
      ],
    ],
    [
      '{ verbs, groups, resources: both }',
      [
        "{ verbs: ['get'], groups: [''], resources: ['a'] }",
        "{ verbs, groups: [''], resources: ['b'] }",
        "{ verbs: ['get'], groups: ['apps'], resources: ['b'] }",
      ],
    ],
  ])('by groups and resources: %s', (before, after) => {
    const marker = (literal: string) => `@Rbac(${literal})\n`;
    const text = (literals: readonly string[]) => `${imports}${literals.map(marker).join('')}export class A {}\n`;
    expect(fixed(text([before]), fix)).toBe(text(after));
  });

  test('or left if its lists are elsewhere', () => {
    const text = `${imports}@Rbac({ ...shared, verbs: ['get', 'list'] })\nexport class A {}\n`;
    expect(fixed(text, fix)).toBe(text);
  });
});

describe('a marker that names a kind', () => {
  const text = `${imports}@Rbac(Deployment, ['get', 'list'] /* why */)\nexport class A {}\n`;
  const own = rule(2, { verbs: ['get', 'list'] });

  test('gets more verbs', () => {
    const fix = { rules: [own], added: [added('deployments', ['delete'], 3)] };
    expect(fixed(text, fix)).toBe(text.replace("'list'", "'list', 'delete'"));
  });

  test('loses verbs, or goes with its line', () => {
    const left = (...verbs: string[]) => fixed(text, { rules: [own], narrowed: narrowed(own, { deployments: verbs }) });
    expect(left('get')).toBe(text.replace(", 'list'", ''));
    expect(left()).toBe('export class A {}\n');
  });
});

describe('what a person wrote around a list', () => {
  test.each([
    ["['get' /* b */, 'delete']", "['delete']"],
    ["['get', /* c */ 'delete']", "[/* c */ 'delete']"],
    ["['get' // b\n  ,'delete']", "['delete']"],
    ["[\n  'get', // b\n  // d\n  'delete', // e\n]", "[\n  // d\n  'delete', // e\n]"],
  ])('%s', (before, after) => {
    const text = `${imports}@Rbac(Deployment, ${before})\nexport class A {}\n`;
    const own = rule(2, { verbs: ['get', 'delete'] });
    const fix = { rules: [own], narrowed: narrowed(own, { deployments: ['delete'] }) };
    expect(fixed(text, fix)).toBe(text.replace(before, after));
  });

  test('an addition takes the line of the last marker if that goes', () => {
    const text = `${imports}@Rbac(Deployment, ['get'])\n@Rbac(Pod, ['get'])\nexport class A {}\n`;
    const own = [rule(2, {}), rule(3, { groups: [''], resources: ['pods'] })];
    const fix = {
      rules: own,
      narrowed: narrowed(own[1]!, { pods: [] }),
      added: [added('secrets', ['get'], 4, { group: '' }), added('nodes', ['get'], 4)],
    };
    expect(fixed(text, fix)).toBe(
      text.replace(
        "@Rbac(Pod, ['get'])",
        "@Rbac({ groups: ['core'], resources: ['secrets'], verbs: ['get'] })\n@Rbac({ groups: ['apps'], resources: ['nodes'], verbs: ['get'] })",
      ),
    );
  });

  test('new text has the quotes of the file, and goes to the class with markers', () => {
    const text = `import { Rbac } from "@operator-gen/runtime/api";\nclass Helper {}\n@Rbac(Deployment, ["get"])\nexport class A {}\n`;
    const fix = { rules: [rule(3, {})], added: [added('secrets', ['get'], 1, { group: '' })] };
    expect(fixed(text, fix)).toBe(
      text.replace('["get"])', '["get"])\n@Rbac({ groups: ["core"], resources: ["secrets"], verbs: ["get"] })'),
    );
  });
});

test.each([
  "import type { Rbac } from './mine.js';",
  'export function Rbac() {}',
  "import type { Rbac } from '@operator-gen/runtime/api';",
])('a file with another Rbac gets it under another name: %s', (other) => {
  const text = `${other}\nexport class A {}\n`;
  const result = fixed(text, { added: [added('deployments', ['get'], 2)] })!;
  expect(result).toContain("import { Rbac as RbacRule } from '@operator-gen/runtime/api';");
  expect(result).toContain('@RbacRule({');
});
