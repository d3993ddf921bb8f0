import { describe, expect, test } from 'vitest';
import { mergeCode } from '../../../src/scaffold/refactor/merge/merge-code.js';

const imports = "import { controllerManagedBy, type Manager } from '@operator-gen/runtime';\n";
const setup = (chain: string) => `${imports}
/** Registers the controller. */
export async function setup(manager: Manager): Promise<void> {
  const reconciler = new FooReconciler(manager.client);
  await ${chain};
}
`;
const before = setup('controllerManagedBy(manager).for(Foo).complete(reconciler)');
const after = setup("controllerManagedBy(manager).for(Foo).named('a-foo').complete(reconciler)");

/** Returns the code that a change makes of the user's; undefined if it cannot be made. */
function merged(existing: string, from = before, to = after): string | undefined {
  const code = mergeCode('a.ts', { existing, before: from, after: to });
  return code?.problems.length === 0 ? code.files.get('a.ts') : undefined;
}

describe('a link of a chain is added', () => {
  test.each([
    [
      'controllerManagedBy(manager).for(Foo).owns(Secret).complete(reconciler)',
      "controllerManagedBy(manager).for(Foo).named('a-foo').owns(Secret).complete(reconciler)",
    ],
    [
      'controllerManagedBy(manager)\n    .for(Foo, predicate)\n    .owns(Secret)\n    .complete(reconciler)',
      "controllerManagedBy(manager)\n    .for(Foo, predicate)\n    .owns(Secret)\n    .named('a-foo')\n    .complete(reconciler)",
    ],
    [
      'controllerManagedBy(manager)\n    .for(Foo)\n    // All of them.\n    .owns(Secret)\n    .complete(reconciler)',
      undefined,
    ],
    [
      'controllerManagedBy(manager).for(Foo).withOptions({ maxConcurrentReconciles: 4 }).complete(reconciler)',
      "controllerManagedBy(manager).for(Foo).named('a-foo').withOptions({ maxConcurrentReconciles: 4 }).complete(reconciler)",
    ],
  ])('%s', (chain, expected) => {
    const content = merged(setup(chain));
    if (expected !== undefined) expect(content).toBe(setup(expected));
    expect(content).toContain(".named('a-foo')");
  });

  test.each(["controllerManagedBy(manager).for(Foo).named('mine').owns(Secret).complete(reconciler)"])(
    'unless the user has one: %s',
    (chain) => {
      expect(merged(setup(chain))).toBe(setup(chain));
    },
  );

  test('or it cannot be made', () => {
    expect(merged(setup('start(manager)'))).toBeUndefined();
  });

  test('and removed again', () => {
    const chain =
      "controllerManagedBy(manager)\n    .for(Foo)\n    .owns(Secret)\n    .named('a-foo')\n    .complete(reconciler)";
    expect(merged(setup(chain), after, before)).toBe(setup(chain.replace("\n    .named('a-foo')", '')));
  });
});

describe('a decorator and its import', () => {
  const kind = (decorators: string, names: string) =>
    `import { ${names} } from '@operator-gen/runtime/api';\n\n/** A thing. */\n${decorators}@Resource(groupVersion, { plural: 'things' })\nexport class Thing extends CustomResource {}\n`;
  const without = kind('', 'CustomResource, Resource');
  const withVersion = kind('@StorageVersion()\n', 'CustomResource, Resource, StorageVersion');
  const edited = without
    .replace("plural: 'things'", "plural: 'things', shortNames: ['th']")
    .replace('CustomResource, Resource', 'CustomResource, PrintColumn, Resource')
    .replace('@Resource', "@PrintColumn({ name: 'Size' })\n@Resource");

  test('are added to edited code', () => {
    const content = merged(edited, without, withVersion)!;
    expect(content).toContain('@StorageVersion()\n@Resource(');
    expect(content).toContain('CustomResource, PrintColumn, Resource, StorageVersion }');
  });

  test('are removed from it', () => {
    const content = merged(edited, without, withVersion)!;
    expect(merged(content, withVersion, without)).toBe(edited);
    const commented = without.replace('@Resource', '// Mine.\n@Resource').replace("'things' }", "'things', scope }");
    const there = merged(commented, without, withVersion)!;
    expect(there).toContain('// Mine.\n@StorageVersion()\n@Resource(');
    expect(merged(there, withVersion, without)).toBe(commented);
  });

  test('stay if the user has them, and if other code needs them', () => {
    const own = withVersion.replace("plural: 'things'", "plural: 'things', categories: ['all']");
    expect(merged(own, without, withVersion)).toBe(own);
    const two = `${own}@StorageVersion()\nexport class Other {}\n`;
    expect(merged(two, withVersion, without)).toContain('Resource, StorageVersion }');
  });
});

describe('a declaration', () => {
  const a = 'export function a(): void {\n  run();\n}\n';
  const b = '/** Does it. */\nexport function b(): void {\n  stop();\n}\n';
  const c = 'export function c(): void {\n  wait();\n}\n';

  test('is added behind the one that it follows', () => {
    const existing = `${imports}\nconst own = 1;\n\n${a}\n${c}\nexport const more = own;\n`;
    const content = merged(existing, `${imports}\n${a}\n${c}`, `${imports}\n${a}\n${b}\n${c}`);
    expect(content).toBe(`${imports}\nconst own = 1;\n\n${a}\n${b}\n${c}\nexport const more = own;\n`);
  });

  test('is removed with its comment, and stays where the user has changed it', () => {
    const existing = `${imports}\n${c}\n${b}\n${a}`;
    expect(merged(existing, `${a}\n${b}\n${c}`, `${a}\n${c}`)).toBe(`${imports}\n${c}\n${a}`);
    const edited = existing.replace('stop()', 'stop(1)');
    expect(merged(edited, `${a}\n${b}\n${c}`, `${a}\n${c}`)).toBeUndefined();
  });

  test('has the line endings of the file', () => {
    const existing = `const own = 1;\n\n${a}\n${c}`.replaceAll('\n', '\r\n');
    const content = merged(existing, `${a}\n${c}`, `${a}\n${b}\n${c}`);
    expect(content).toBe(`const own = 1;\n\n${a}\n${b}\n${c}`.replaceAll('\n', '\r\n'));
  });
});

test('arguments of a call follow, and those of the user stay', () => {
  const converter = (args: string) => `export const converter = hubSpokeConverter(${args});\n`;
  const content = merged(converter('Foo, V1, own'), converter('Foo, V1'), converter('Foo, V1, V2'));
  expect(content).toMatch(/hubSpokeConverter\(Foo, V1, (?:V2, own|own, V2)\)/);
});

test('a declaration with another name is recognized', () => {
  expect(merged(before.replace('setup', 'start'))).toBe(after.replace('setup', 'start'));
});

test.each(['class {', 'const a = ;'])('code that cannot be parsed is left: %s', (broken) => {
  expect(mergeCode('a.ts', { existing: broken, before, after })).toBeUndefined();
});

describe('code in another form', () => {
  test('other quotes, no semicolons and other lines', () => {
    const existing = `import { controllerManagedBy, type Manager } from "@operator-gen/runtime"

export const setup = async (mgr: Manager): Promise<void> => {
    const worker = new FooReconciler(mgr.client)
    await controllerManagedBy(mgr).for(Foo).owns(Secret).complete(worker)
}
`;
    expect(merged(existing)).toBe(existing.replace('.for(Foo)', '.for(Foo).named("a-foo")'));
  });

  test('a builder in a function of its own', () => {
    const existing = before
      .replace('controllerManagedBy(manager).for(Foo).complete', 'build(manager).complete')
      .concat(
        '\nfunction build(manager: Manager) {\n  return controllerManagedBy(manager).for(Foo).owns(Secret);\n}\n',
      );
    expect(merged(existing)).toContain("build(manager).named('a-foo').complete(reconciler)");
  });

  test('a declaration in another file', () => {
    const existing = "export { setup } from './setup.js';\n";
    const code = mergeCode(
      'a.ts',
      { existing, before, after },
      { read: (path) => (path === 'setup.ts' ? before : undefined) },
    );
    expect(code).toEqual({
      files: new Map([
        ['a.ts', existing],
        ['setup.ts', after],
      ]),
      problems: [],
    });
  });
});

describe('a webhook that goes', () => {
  const webhook = (body: string, rest = '') =>
    `${imports}\n@Webhook({ mutating: true })\nexport class FooDefaulter {\n  default(): void {${body}}\n}\n${rest}`;
  const options = { existing: webhook(' fill(); '), before: webhook(''), after: imports };

  test('keeps a class that the user has written, without its markers', () => {
    const code = mergeCode('a.ts', options)!;
    expect(code.files.get('a.ts')).toBe(options.existing.replace('@Webhook({ mutating: true })\n', ''));
    expect(code.problems).toMatchObject([{ kind: 'keep', symbol: 'FooDefaulter' }]);
    const again = mergeCode('a.ts', { existing: code.files.get('a.ts')!, before: imports, after: webhook('') });
    expect(again?.files.get('a.ts')).toBe(options.existing);
  });

  test('keeps a class that other code needs', () => {
    const code = mergeCode('a.ts', { ...options, existing: webhook('') }, { needed: new Set(['FooDefaulter']) });
    expect(code?.files.get('a.ts')).toContain('class FooDefaulter');
    expect(mergeCode('a.ts', { ...options, existing: webhook('') })?.files.get('a.ts')).not.toContain('FooDefaulter');
  });
});
