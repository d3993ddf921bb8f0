import { describe, expect, it } from 'vitest';
import { usesOfFiles } from './support.js';

const imports = `
import { createManager, runOperator, setUpWith, webhookManagedBy, withValidator, type Manager, type WebhookBuilder, type WebhookServer } from '@operator-gen/runtime';
import type { KindHandle, KubernetesObject } from '@operator-gen/runtime/api';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';
import { Pod } from '@operator-gen/runtime/k8s/core/v1';
import { Foo } from './foo.js';
declare const v: any, d: any, x: boolean, env: string;
`;

/** A marker, without which no code is read. */
const marker = "import { Webhook } from '@operator-gen/runtime/api';\n";

/** Returns what some files serve; `main.ts` has the entry point. */
async function servedIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const all = Object.entries({ 'marker.ts': marker, ...files }).map(([name, text]) => [name, `${imports}${text}`]);
  const { served } = await usesOfFiles(Object.fromEntries(all) as Readonly<Record<string, string>>);
  return [...served.paths, ...served.starts.map((each) => `${each}*`), ...served.open.map((each) => `${each} *`)];
}

/** Returns what the body of a set-up serves that the entry point runs. */
function servedBy(body: string, more = ''): Promise<readonly string[]> {
  const setUp = `export async function setUp(manager: Manager): Promise<void> { ${body} }\n${more}`;
  return servedIn({
    'hooks.ts': setUp,
    'main.ts':
      "import { setUp } from './hooks.js'; await runOperator({ register: { controllers: [], webhooks: [setUp] } });",
  });
}

const foo = '/validate-example-com-v1-foo';

describe('webhooks that code serves', () => {
  it.each<[string, string, readonly string[]]>([
    ['a chain', 'await webhookManagedBy(manager).for(Foo).withValidator(v).complete();', [foo]],
    [
      'statements',
      'const b = webhookManagedBy(manager).for(Foo); b.withDefaulter(d); if (x) b.withValidator(v); await b.complete();',
      ['/mutate-example-com-v1-foo', foo],
    ],
    ['another kind', 'webhookManagedBy(manager).for(Pod).withDefaulter(d);', ['/mutate--v1-pod']],
    [
      'a loop',
      'for (const k of [Pod, Deployment]) webhookManagedBy(manager).for(k).withValidator(v);',
      ['/validate--v1-pod', '/validate-apps-v1-deployment'],
    ],
    [
      'a map',
      'await Promise.all([Foo].map((k) => webhookManagedBy(manager).for(k).withValidator(v).complete()));',
      [foo],
    ],
    [
      'entries of an object',
      'for (const [, k] of Object.entries({ Foo })) webhookManagedBy(manager).for(k).withValidator(v);',
      [foo],
    ],
    ['an alias', 'const { withValidator: use } = webhookManagedBy(manager).for(Foo); use(v);', ['validate *']],
    [
      'a bound method',
      'const b = webhookManagedBy(manager).for(Foo); const use = b.withValidator.bind(b); use(v);',
      ['validate *'],
    ],
    ['a computed name', "webhookManagedBy(manager).for(Foo)['withValidator'](v);", [foo]],
    [
      'a custom path',
      "webhookManagedBy(manager).for(Foo).withValidator(v).withValidatorCustomPath('/mine').complete();",
      ['/mine'],
    ],
    [
      'a path that is chosen under a condition',
      "const b = webhookManagedBy(manager).for(Foo).withValidator(v); if (x) b.withValidatorCustomPath('/mine');",
      ['/mine', foo],
    ],
    [
      'a path of the environment',
      'webhookManagedBy(manager).for(Foo).withValidator(v).withValidatorCustomPath(env);',
      ['validate *'],
    ],
    ['a handler', "manager.webhookServer.register('/mine', withValidator(v));", ['/mine']],
    [
      'paths of a list',
      "for (const p of ['/a', '/b']) manager.webhookServer.register(`/x${p}`, withValidator(v));",
      ['/x/a', '/x/b'],
    ],
    [
      'a path that is computed',
      'const s: WebhookServer = manager.webhookServer; s.register(env, withValidator(v));',
      ['mutate *', 'validate *'],
    ],
    ['a builder of any type', 'const b: any = manager; b.withValidator(v);', ['validate *']],
    ['nothing', 'void manager;', []],
  ])('%s', async (_, body, expected) => {
    expect(await servedBy(body)).toEqual(expected);
  });

  it.each<[string, string, string]>([
    [
      'a helper with the kind and the handler',
      'await serve(manager, Foo);',
      'function serve(manager: Manager, kind: KindHandle<any>) { return webhookManagedBy(manager).for(kind).withValidator(v).complete(); }',
    ],
    [
      'a helper that gets a builder',
      'await complete(webhookManagedBy(manager).for(Foo));',
      'function complete(b: WebhookBuilder<any>) { return b.withValidator(v).complete(); }',
    ],
    [
      'a helper that returns a builder',
      'await builderFor(manager).withValidator(v).complete();',
      'const builderFor = (manager: Manager) => webhookManagedBy(manager).for(Foo);',
    ],
    [
      'a class with a builder',
      'await new Hooks(manager).serve();',
      'class Hooks { readonly #b; constructor(manager: Manager) { this.#b = webhookManagedBy(manager).for(Foo); } serve() { return this.#b.withValidator(v).complete(); } }',
    ],
    [
      'a table of set-ups',
      'for (const each of Object.values(all)) await each(manager);',
      'const all = { foo: (manager: Manager) => webhookManagedBy(manager).for(Foo).withValidator(v).complete() };',
    ],
  ])('%s', async (_, body, more) => {
    expect(await servedBy(body, more)).toEqual([foo]);
  });
});

const setUp = `export const setUpFoo = (manager: Manager) => webhookManagedBy(manager).for(Foo).withValidator(v).complete();`;

describe('code that the operator runs', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['a set-up that nothing refers to', { 'hooks.ts': setUp, 'main.ts': 'await runOperator({});' }, []],
    [
      'one whose file is imported for something else',
      {
        'hooks.ts': `${setUp}\nexport const name = 'x';`,
        'main.ts': "import { name } from './hooks.js'; await runOperator({ name });",
      },
      [],
    ],
    [
      'one of a barrel',
      {
        'hooks.ts': setUp,
        'index.ts': "export * from './hooks.js';",
        'main.ts': "import { setUpFoo } from './index.js'; await runOperator({ register: [setUpFoo] });",
      },
      [foo],
    ],
    [
      'one with another name',
      {
        'hooks.ts': setUp,
        'index.ts': "export { setUpFoo as hooks } from './hooks.js';",
        'main.ts': "import { hooks as h } from './index.js'; await runOperator({ register: [h] });",
      },
      [foo],
    ],
    [
      'one of a namespace',
      {
        'hooks.ts': setUp,
        'main.ts': "import * as hooks from './hooks.js'; await hooks.setUpFoo(await createManager());",
      },
      [foo],
    ],
    [
      'all of a namespace',
      {
        'hooks.ts': setUp,
        'main.ts':
          "import * as hooks from './hooks.js'; const m = await createManager(); for (const each of Object.values(hooks)) await each(m);",
      },
      [foo],
    ],
    [
      'a default export',
      {
        'hooks.ts': `${setUp}\nexport default setUpFoo;`,
        'main.ts': "import hooks from './hooks.js'; await runOperator({ register: [hooks] });",
      },
      [foo],
    ],
    [
      'a file that is imported when it is needed',
      {
        'hooks.ts': setUp,
        'main.ts': "const { setUpFoo } = await import('./hooks.js'); await setUpFoo(await createManager());",
      },
      [foo],
    ],
    [
      'files that are found at run time',
      { 'hooks.ts': setUp, 'main.ts': 'await import(env); await createManager();' },
      ['mutate *', 'validate *'],
    ],
    [
      'a file that registers itself when it is loaded',
      {
        'list.ts': 'export const setUps: ((manager: Manager) => Promise<void>)[] = [];',
        'hooks.ts': `import { setUps } from './list.js'; ${setUp}\nsetUps.push(setUpFoo);`,
        'main.ts': "import { setUps } from './list.js'; import './hooks.js'; await runOperator({ register: setUps });",
      },
      [foo],
    ],
    [
      'a set-up of a package',
      { 'main.ts': "import { setUpAll } from '@corp/hooks'; await runOperator({ register: [setUpAll] });" },
      ['mutate *', 'validate *'],
    ],
    [
      'a function of a package that gets the manager',
      {
        'main.ts':
          "import * as corp from '@corp/hooks'; const manager = await createManager(); corp.hooks.mount(manager);",
      },
      ['mutate *', 'validate *'],
    ],
    [
      'a package without the manager',
      { 'main.ts': "import pino from 'pino'; const log = pino({ level: env }); await runOperator({ log });" },
      [],
    ],
    ['no entry point', { 'hooks.ts': setUp }, ['mutate *', 'validate *']],
  ])('%s', async (_, files, expected) => {
    expect(await servedIn(files)).toEqual(expected);
  });
});
