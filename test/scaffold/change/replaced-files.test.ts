import { beforeAll, describe, expect, it } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const init = 'init --domain example.com --project-name test-operator --skip-install';
const kind = '--group ship --version v1 --kind Boat';
const controllerTest = 'src/controller/boat.controller.test.ts';
const webhookTest = 'src/webhook/v1/boat.webhook.test.ts';

/** What a user has in the place of a scaffolded file. */
const replacements: readonly (readonly [string, string])[] = [
  [
    'tests of their own',
    "import { expect, it } from 'vitest';\n\nit('is ours', () => {\n  expect(1 + 1).toBe(2);\n});\n",
  ],
  ['nothing', ''],
  ['a comment', '// Tested elsewhere.\n'],
];

/** Runs a command that asks for nothing that it has scaffolded. */
async function without(files: Files, line: string): Promise<Files> {
  const ran = await runLine(files, line);
  expect(ran.exitCode, ran.said).toBe(0);
  expect(ran.said).not.toMatch(/edit-by-hand|merge-conflict/);
  return ran.files;
}

describe('where a user has replaced a scaffolded file', () => {
  let base: Files;

  beforeAll(async () => {
    base = await accepted(new Map(), init, `create api ${kind} --no-resource`);
  });

  it.each(replacements)('by %s, tests stay as they are', async (_, text) => {
    let files: Files = new Map(base).set(controllerTest, text);
    for (const line of [
      `create api ${kind} --no-controller`,
      'create api --group ship --version v2 --kind Boat --no-controller',
      `create webhook ${kind} --conversion --spoke v2`,
      `create webhook ${kind} --defaulting`,
    ])
      files = await without(files, line);
    expect(files.get(controllerTest)).toBe(text);
    files = await without(new Map(files).set(webhookTest, text), `create webhook ${kind} --programmatic-validation`);
    expect(files.get(webhookTest)).toBe(text);
    files = await without(files, 'edit --multigroup');
    expect(files.get('src/controller/ship/boat.controller.test.ts')).toBe(text);
    expect(files.get('src/webhook/ship/v1/boat.webhook.test.ts')).toBe(text);
  });

  it('by one that is moved, tests stay as they are', async () => {
    const [, text] = replacements[0]!;
    const files = await without(new Map(base).set(controllerTest, text), 'edit --multigroup');
    expect(files.get('src/controller/ship/boat.controller.test.ts')).toBe(text);
  });

  it('in part, its tests come beside those that are left', async () => {
    const text = base
      .get(controllerTest)!
      .replace(/^describe\([^]*/m, "describe('ours', () => {\n  use(context);\n});\n");
    const files = await without(new Map(base).set(controllerTest, text), `create api ${kind} --no-controller`);
    expect(files.get(controllerTest)).toContain("describe.skipIf(!assets.found)('the reconciler of Boat'");
    expect(files.get(controllerTest)).toContain("describe('ours', () => {\n  use(context);\n});\n");
  });

  it('by another program, src/main.ts stays as it is', async () => {
    const main = "import { start } from './start.js';\n\nawait start();\n";
    let files: Files = new Map(base).set('src/main.ts', main);
    for (const line of ['edit --project-name other', 'edit --domain example.org', 'edit --namespaced'])
      files = await without(files, line);
    expect(files.get('src/main.ts')).toBe(main);
  });

  it('by webhooks of their own, a new one comes, and only its registration is reported', async () => {
    const path = 'src/webhook/v1/boat.webhook.ts';
    const created = await accepted(base, `create api ${kind} --no-controller`, `create webhook ${kind} --defaulting`);
    const own = created.get(path)!.replace(/\/\*\* Registers [^]*/, 'export const boats = new BoatDefaulter();\n');
    const { exitCode, said, files } = await runLine(
      new Map(created).set(path, own),
      `create webhook ${kind} --programmatic-validation`,
    );
    expect(exitCode, said).toBe(0);
    expect(said.match(/edit-by-hand/g)).toHaveLength(1);
    expect(said).toMatch(/no longer has setupBoatWebhook[^]*webhooks\.withValidator\(new BoatValidator\(\)\)/);
    expect(files.get(path)).toContain('export class BoatValidator');
    expect(files.get(path)).toContain('export const boats = new BoatDefaulter();\n');
  });
});
