import { describe, expect, it } from 'vitest';
import { usesOfFiles } from './support.js';

const imports =
  "import { controllerManagedBy, createManager, runOperator, type Manager, type Reconciler } from '@operator-gen/runtime';\n" +
  "import { Pod } from '@operator-gen/runtime/k8s/core/v1';\nimport { Foo } from './foo.js';\n";
const setUp = (name: string, kind: string): string =>
  `export async function ${name}(manager: Manager): Promise<void> { await controllerManagedBy(manager).for(${kind}).complete({} as Reconciler); }\n`;
const run = (controllers: string): string =>
  `await runOperator({ register: { controllers: ${controllers}, webhooks: [] } });\n`;
const fromFoo = "import { setupFoo } from './controller.js';\n";

/** Returns the set-ups that nothing runs or replaces, of a project with those of Foo and Pod. */
async function idleIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const all = { 'controller.ts': setUp('setupFoo', 'Foo'), 'pods.ts': setUp('setupPods', 'Pod'), ...files };
  const { idle } = await usesOfFiles(
    Object.fromEntries(Object.entries(all).map(([name, text]) => [name, imports + text])),
  );
  const unreplaced = idle.filter(({ isReplaced }) => !isReplaced);
  return unreplaced.map(({ name, position }) => `${name} ${position.file}`).toSorted();
}

const [foo, pods] = ['setupFoo src/controller.ts', 'setupPods src/pods.ts'] as const;
const register = `${fromFoo}import { setupPods } from './pods.js';\nexport const register = { controllers: [setupFoo, setupPods], webhooks: [] };\n`;

describe('controllers that nothing runs', () => {
  it.for<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['none are listed', { 'main.ts': run('[]'), 'register.ts': register }, [foo, pods]],
    ['one is listed', { 'main.ts': fromFoo + run('[setupFoo]'), 'register.ts': register }, [pods]],
    ['a file that nothing imports lists all', { 'main.ts': run('[]'), 'all.ts': register }, [foo, pods]],
    ['a test lists all', { 'main.ts': run('[]'), 'main.test.ts': register }, [foo, pods]],
    [
      'a manager without runOperator',
      { 'main.ts': `${fromFoo}const manager = await createManager({});\nawait setupFoo(manager);\n` },
      [pods],
    ],
    [
      'one more is written than the file with all lists',
      {
        'main.ts': "import { register } from './register.js';\nawait runOperator({ register });\n",
        'register.ts': `${fromFoo}export const register = { controllers: [setupFoo], webhooks: [] };\n`,
      },
      [pods],
    ],
    [
      'the function is a constant',
      {
        'main.ts': `${fromFoo}import { setupPods } from './pods.js';\n${run('[setupFoo, setupPods]')}`,
        'more.ts':
          "import { Secret } from '@operator-gen/runtime/k8s/core/v1';\nexport const setupSecrets = async (manager: Manager) => controllerManagedBy(manager).for(Secret).complete({} as Reconciler);\n",
      },
      ['setupSecrets src/more.ts'],
    ],
  ])('are found where %s', async ([, files, expected]) => {
    expect(await idleIn(files)).toEqual(expected);
  });

  it.for<[string, Readonly<Record<string, string>>]>([
    [
      'the file with all',
      {
        'main.ts': "import { register } from './register.js';\nawait runOperator({ register });\n",
        'register.ts': register,
      },
    ],
    [
      'another file that main imports',
      {
        'main.ts': "import { start } from './start.js';\nawait start();\n",
        'start.ts': `import { register } from './all.js';\nexport const start = () => runOperator({ register });\n`,
        'all.ts': register,
      },
    ],
    [
      'a namespace',
      {
        'main.ts': `import * as foo from './controller.js';\nimport * as pods from './pods.js';\n${run('[foo.setupFoo, ...Object.values(pods)]')}`,
      },
    ],
    [
      'files that are found at run time',
      {
        'main.ts': `const name: string = process.argv[2]!;\nconst found = await import(name);\n${run('[found.setUp]')}`,
      },
    ],
    [
      'controllers of the same kinds in other code',
      {
        'main.ts':
          'const manager = await createManager({});\nfor (const kind of [Foo, Pod]) await controllerManagedBy(manager).for(kind).complete({} as Reconciler);\n',
      },
    ],
    [
      'controllers of kinds that are known only at run time',
      {
        'main.ts':
          'declare const kinds: any[];\nconst manager = await createManager({});\nfor (const kind of kinds) await controllerManagedBy(manager).for(kind).complete({} as Reconciler);\n',
      },
    ],
    ['no entry point', {}],
  ])('are none with %s', async ([, files]) => {
    expect(await idleIn(files)).toEqual([]);
  });
});
