import { beforeAll, describe, expect, it } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const groupVersion = 'src/api/v1/group-version.ts';
const types = 'src/api/v1/webserver.types.ts';
const controller = 'src/controller/webserver.controller.ts';
const webhook = 'src/webhook/v1/webserver.webhook.ts';

let base: Files;

beforeAll(async () => {
  base = await accepted(
    new Map(),
    'init --domain my.domain --project-name test-operator --skip-install',
    'create api --group apps --version v1 --kind WebServer',
    'create webhook --group apps --version v1 --kind WebServer --defaulting',
  );
}, 60_000);

/** A replacement of a text, which all these files contain. */
type Replacement = readonly [paths: string | readonly string[], from: string | RegExp, to: string];

function edited(files: Files, ...replacements: readonly Replacement[]): Files {
  const now = new Map(files);
  for (const [paths, from, to] of replacements) {
    for (const path of [paths].flat()) {
      const before = now.get(path)!;
      const after = before.replaceAll(from, to);
      expect(after, `${path}: ${String(from)}`).not.toBe(before);
      now.set(path, after);
    }
  }
  return now;
}

function configOf(files: Files): string {
  return [...files]
    .filter(([path]) => path.startsWith('config/'))
    .map(([, text]) => text)
    .join('\n');
}

describe('the API version of a group', () => {
  it.each([
    [
      'tsconfig.json',
      '"compilerOptions": {',
      '"compilerOptions": {\n    "paths": { "@api/*": ["./src/api/*"] },',
      '@api',
    ],
    ['package.json', '"type": "module",', '"type": "module",\n  "imports": { "#api/*": "./src/api/*" },', '#api'],
  ])('is imported through an alias of %s', async (config, from, to, alias) => {
    const users = [controller, webhook];
    const files = edited(
      base,
      [config, from, to],
      [users, /'[./]*api\/v1\/group-version.js'/g, `'${alias}/v1/group-version.js'`],
    );
    const after = await accepted(files, 'manifests', 'check');
    expect(configOf(after)).toBe(configOf(base));
  });

  /** Renames the constant in all code. */
  const renamedTo = (name: string): Files =>
    edited(base, [[groupVersion, types, controller, webhook], /\bgroupVersion\b/g, name]);

  const exportedAs = {
    'another name': () => renamedTo('GV'),
    'the default': () =>
      edited(
        base,
        [groupVersion, /export const (groupVersion) = (.*);/g, 'const $1 = $2;\n\nexport default groupVersion;'],
        [[types, controller, webhook], 'import { groupVersion }', 'import groupVersion'],
      ),
    'a name with aliases': () =>
      edited(
        base,
        [groupVersion, 'export const groupVersion', 'const own'],
        [groupVersion, /$/g, 'export { own as GV };\n'],
        [[types, controller, webhook], '{ groupVersion }', '{ GV as groupVersion }'],
      ),
    'a constant in parts': () =>
      edited(base, [
        groupVersion,
        /export const groupVersion = .*/g,
        "const group = 'apps.my.domain';\nexport const groupVersion = { group, version: 'v1' } as const;",
      ]),
    'a computed constant': () =>
      edited(
        base,
        [groupVersion, "'apps.my.domain'", '`apps.${domain}` as const'],
        [groupVersion, 'export', "const domain = 'my.domain';\nexport"],
      ),
  };

  const [more, toGroup, toDomain] = [
    'create api --group apps --version v1 --kind Other',
    'rename api --group apps --to-group web',
    'edit --domain other.domain',
  ];

  it.each([
    ['another name', more],
    ['another name', toGroup],
    ['the default', more],
    ['a name with aliases', toGroup],
    ['a constant in parts', toGroup],
    ['a constant in parts', toDomain],
    ['a computed constant', toGroup],
    ['a computed constant', toDomain],
  ] as const)('is exported as %s: %s', async (form, line) => {
    const files = await accepted(exportedAs[form](), 'check');
    const after = await accepted(files, line, 'check');
    expect(configOf(after)).toBe(configOf(await accepted(base, line)));
    expect(after.has(groupVersion)).toBe(true);
  });
});

describe('markers are found', () => {
  const site = 'rename api --group apps --kind WebServer --to-kind Site';

  /** The configuration that the command makes of unedited code. */
  async function expectSame(files: Files, line: string): Promise<void> {
    const after = await accepted(await accepted(files, 'check'), line, 'check');
    expect(configOf(after)).toBe(configOf(await accepted(base, line)));
  }

  it.each([site, 'rename api --group apps --kind WebServer --to-plural wss'])(
    'in a namespace, on a kind: %s',
    async (line) => {
      const files = edited(
        base,
        [types, /@(Resource|StatusSubresource)\(/g, '@k.$1('],
        [types, /^import \{(?=\s+CustomResource)/gm, "import * as k from '@operator-gen/runtime/api';\nimport {"],
        [types, /^ {2}(?:Resource|StatusSubresource),\n/gm, ''],
      );
      await expectSame(files, line);
    },
  );

  it('under another name, of a webhook', async () => {
    const files = edited(base, [webhook, /@Webhook\(/g, '@Hook('], [webhook, /\bWebhook\b(?= \})/g, 'Webhook as Hook']);
    await expectSame(files, site);
  });

  it.each([
    ['under another name', 'import { Rbac as Permission }', '@Permission('],
    ['in a namespace', 'import * as api', '@api.Rbac('],
  ])('%s, of permissions', async (_what, imported, marker) => {
    const files = edited(base, [controller, 'import { Rbac }', imported], [controller, /@Rbac\(/g, marker]);
    await expectSame(files, site);
    await expectSame(files, 'rename api --group apps --to-group web');
  });

  it('under a name that another file exports, of permissions', async () => {
    const files = edited(
      new Map(base).set('src/markers.ts', "export { Rbac as Permission } from '@operator-gen/runtime/api';\n"),
      [controller, /import \{ Rbac \} from '[^']*'/g, "import { Permission } from '../markers.js'"],
      [controller, /@Rbac\(/g, '@Permission('],
    );
    await expectSame(files, site);
  });
});

describe('a set-up function in another file', () => {
  const there = 'src/sites/reconciler.ts';
  const setUp = 'setupWebServerController';

  /** Returns a project whose user has moved the controller, with the imports of it and in it. */
  function moved(files: Files): Files {
    const now = new Map(files).set(there, files.get(controller)!);
    now.delete(controller);
    return edited(now, [controller.replace('.ts', '.test.ts'), './webserver.controller.js', '../sites/reconciler.js']);
  }

  it('is registered from there', async () => {
    const after = await accepted(moved(base), 'manifests', 'check');
    expect(after.get('src/register.ts')).toContain(`import { ${setUp} } from './sites/reconciler.js';`);
    expect(configOf(after)).toBe(configOf(base));
    const more = await accepted(after, 'create api --group apps --version v1 --kind Other', 'check');
    expect(more.has(controller)).toBe(false);
  });

  it('is renamed there with its kind', async () => {
    const after = await accepted(moved(base), 'rename api --group apps --kind WebServer --to-kind Site', 'check');
    expect(after.get(there)).toContain('function setupSiteController(');
    expect(after.get('src/register.ts')).toContain("import { setupSiteController } from './sites/reconciler.js';");
  });

  it('is required from one file only', async () => {
    const other = `export const ${setUp} = (manager: Manager) => controllerManagedBy(manager).for(WebServer);\n`;
    const twice = new Map(moved(base)).set('src/other.ts', other);
    const { exitCode, said } = await runLine(twice, 'manifests');
    expect(exitCode).toBe(1);
    expect(said).toContain(`export ${setUp} from exactly one other file of src/`);
  });
});
