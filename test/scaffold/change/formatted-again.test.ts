import { check, format, type Options } from 'prettier';
import { beforeAll, describe, expect, it } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const controller = 'src/controller/parcel.controller.ts';
const tests = 'src/controller/parcel.controller.test.ts';
const renamedController = 'src/controller/consignment.controller.ts';
const rule =
  "@Rbac({ groups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch', 'create', 'delete'] })";
const namespaced = 'edit --namespaced';
const renamed = 'rename api --group logistics --kind Parcel --to-kind Consignment';

let base: Files;

beforeAll(async () => {
  base = await accepted(
    new Map(),
    'init --domain example.com --project-name test-operator --skip-install',
    'create api --group logistics --version v1 --kind Parcel',
    'create api --group logistics --version v2 --kind Parcel --no-controller',
    'manifests',
  );
});

function edited(path: string, ...edits: readonly (readonly [string, string])[]): Files {
  let text = base.get(path)!;
  for (const [from, to] of edits) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  return new Map(base).set(path, text);
}

function optionsOf(files: Files, path: string): Options {
  return { ...(JSON.parse(files.get('.prettierrc.json')!) as Options), filepath: path };
}

const ruleEdit = ['@Rbac(', `${rule}\n@Rbac(`] as const;
const lines = [
  'const sizes = new Map<string, number>();',
  'export const report = (parcel: Parcel, name: string): number => sizes.get(parcel.metadata.name ?? name) ?? 1_000;',
  'export const reports = [Parcel, Parcel].map((each) => report(new each(), `${Parcel.name} of the ${sizes.size} all`));',
];
const managed: readonly (readonly [string, string])[] = [
  ['  let client: Client;\n', '  let client: Client;\n  let manager: Manager;\n'],
  ['createLogger,', 'createLogger, createManager, type Manager,'],
  [
    '    client = createClient(',
    '    manager = await createManager({ config: environment.config, namespaces: [environment.namespace], log: context.log });\n    client = createClient(',
  ],
];

describe('code that Prettier had formatted is formatted after', () => {
  it.each([
    ['edit --namespaced, with a rule in one line', controller, controller, [ruleEdit], namespaced],
    ['rename api', controller, renamedController, [['/**', `${lines.join('\n')}\n\n/**`]], renamed],
    [
      'create webhook',
      tests,
      tests,
      managed,
      'create webhook --group logistics --version v1 --kind Parcel --conversion --spoke v2',
    ],
    [
      'rename api, with settings of the user',
      controller,
      renamedController,
      [['/**', `${lines.join('\n')}\n\n/**`]],
      renamed,
      { printWidth: 90, semi: false, tabWidth: 4 },
    ],
  ] as const)('%s', async (_, path, newPath, edits, line, settings: Options = {}) => {
    const files = new Map(edited(path, ...(edits as readonly (readonly [string, string])[])));
    const options = { ...optionsOf(files, path), ...settings };
    files.set('.prettierrc.json', `${JSON.stringify(options)}\n`);
    const before = await format(files.get(path)!, options);
    const ran = await runLine(files.set(path, before), line);
    expect(ran.exitCode, ran.said).toBe(0);
    const text = ran.files.get(newPath)!;
    expect(text).not.toBe(before);
    expect(await check(text, options), text).toBe(true);
  });
});

it('code in another format keeps it', async () => {
  const own = 'export const   matrix = [\n  1, 0,\n  0, 1 ];\n';
  const { files } = await runLine(edited(controller, ruleEdit, ['/**', `${own}\n/**`]), namespaced);
  const text = files.get(controller)!;
  expect(text).toContain(own);
  expect(text).toContain("namespace: 'test-operator-system'");
});

it('a warning names the line that its code has then', async () => {
  const files = edited(controller, ruleEdit, [
    'export class',
    `@Rbac({ groups: ['apps'], resources: ['statefulsets'], verbs: ['get'], namespace: 'elsewhere' })\nexport class`,
  ]);
  const ran = await runLine(files, namespaced);
  const [, line] = /parcel\.controller\.ts:(\d+):\d+ - \w+ permission-namespace-unchanged/.exec(ran.said) ?? [];
  expect(ran.files.get(controller)!.split('\n')[Number(line) - 1], ran.said).toContain('statefulsets');
});
