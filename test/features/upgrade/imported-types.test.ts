import { beforeAll, expect, test, vi } from 'vitest';
import { stringify } from 'yaml';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import { definitionObject, objectWith } from '../../support/definitions.js';
import type { Files } from '../../support/memory-disk.js';
import { asOf, commandsOf } from '../../support/old-project.js';
import { replaced, twoReleases } from '../../support/synthetic-releases.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const types = 'src/api/v1/thing.types.ts';
const controller = 'src/controller/thing.controller.ts';
const typesTemplate = 'resource/src/api/__groupFolder__/__version__/__kindLower__.types.ts.hbs';

// The release adds the example field, and renames the class of the status.
const releases = twoReleases((texts) => {
  replaced(
    typesTemplate,
    ["  @{{beside 'Minimum'}}(0)\n  size: {{beside 'Int32'}} = 1;\n", ''],
    ['{{typeName}}Status', '{{typeName}}State'],
  )(texts);
  replaced('controller/src/controller/__groupFolder__/__controllerName__.controller.ts.hbs', [
    "log.info('reconciling', {",
    "log.info('reconcile', {",
  ])(texts);
});
const list = commandsOf(releases);

let scaffolded: Files;
let imported: Files;

beforeAll(async () => {
  const init = 'init --domain my.domain --project-name test-operator --skip-install';
  const spec = objectWith({ replicas: { type: 'integer', format: 'int32', default: 1 }, kind: { type: 'string' } });
  const definition = stringify(definitionObject({ spec })).replaceAll('example.com', 'example.my.domain');
  const present = await accepted(new Map([['crd.yaml', definition]]), init, 'create api --from-crd crd.yaml');
  imported = new Map(asOf(present, releases, '0.0.9')).set(types, present.get(types)!);
  const record = JSON.parse(present.get('.operator-gen/scaffold.json')!) as { files: Record<string, object> };
  const old = JSON.parse(imported.get('.operator-gen/scaffold.json')!) as { files: Record<string, object> };
  old.files[types] = record.files[types]!;
  imported = new Map(imported).set('.operator-gen/scaffold.json', `${JSON.stringify(old, undefined, 2)}\n`);
  scaffolded = asOf(
    await accepted(new Map(), init, 'create api --group example --version v1 --kind Thing'),
    releases,
    '0.0.9',
  );
});

test('types that were imported stay when a release changes the example, and their controller follows the release', async () => {
  for (const edit of ['', '\n/** Mine. */\nexport const mine = 1;\n']) {
    const files = new Map(imported).set(types, imported.get(types)! + edit);
    const ran = await runLine(files, 'upgrade', list);
    expect(ran.exitCode, ran.said).toBe(0);
    expect(ran.files.get(types)).toBe(files.get(types));
    expect(ran.files.get(controller)).toContain("log.info('reconciling', {");
    expect(ran.said).not.toContain('warning');
    expect((await runLine(ran.files, 'check', list)).exitCode).toBe(0);
  }
});

test.each([
  ['edit --multigroup', 'src/api/example/v1/thing.types.ts'],
  ['edit --license apache2 --owner Mine', types],
])('imported types stay after %s, and are still known as such', async (line, path) => {
  const changed = await runLine(imported, line, list);
  expect(changed.exitCode, changed.said).toBe(0);
  expect(changed.files.get(path)).toContain('replicas: Int32 = 1;\n  kind?: string;');
  const ran = await runLine(changed.files, 'upgrade', list);
  expect(ran.exitCode, ran.said).toBe(0);
  expect(ran.files.get(path)).toBe(changed.files.get(path));
});

test('imported types stay when their kind is renamed', async () => {
  const changed = await runLine(imported, 'rename api --group example --kind Thing --to-kind Item', list);
  expect(changed.exitCode, changed.said).toBe(0);
  expect(changed.files.get('src/api/v1/item.types.ts')).toContain('replicas: Int32 = 1;\n  kind?: string;');
});

test('a declaration of types that the release renames stays as long as other code imports it', async () => {
  const helper =
    "import { ThingState } from '../api/v1/thing.types.js';\n\n/** Mine. */\nexport const mine = ThingState;\n";
  const ran = await runLine(new Map(scaffolded).set('src/controller/helper.ts', helper), 'upgrade', list);
  expect(ran.exitCode, ran.said).toBe(0);
  expect(ran.files.get(types)).toContain('export class ThingState {');
  expect(ran.files.get(types)).toContain('export class ThingStatus {');
  expect(ran.files.get(types)).toContain('status?: ThingStatus;');
  const without = await runLine(scaffolded, 'upgrade', list);
  expect(without.files.get(types)).not.toContain('ThingState');
});
