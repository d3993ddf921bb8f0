import { beforeAll, describe, expect, test, vi } from 'vitest';
import { runLine, type Ran } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';
import { asOf, commandsOf } from '../../support/old-project.js';
import { twoReleases } from '../../support/synthetic-releases.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const path = 'src/controller/foo.controller.ts';
const template = 'controller/src/controller/__groupFolder__/__controllerName__.controller.ts.hbs';

/** The later release calls `log.debug` instead of `log.info`, and renames an export of the runtime. */
const releases = twoReleases(() => {}, {
  renamedExports: [{ module: '@operator-gen/runtime', from: 'controllerManagedBy', to: 'newControllerFor' }],
}).map((each, index) => {
  if (index === 0) return each;
  const templates = new Map(each.templates);
  const text = templates.get(template)!;
  templates.set(
    template,
    text
      .replace("log.info('reconciling'", "log.debug('reconciling'")
      .replaceAll('controllerManagedBy', 'newControllerFor'),
  );
  return { ...each, templates };
});
const list = commandsOf(releases);
const upgraded = (files: Files, flags = ''): Promise<Ran> => runLine(files, `upgrade${flags}`, list);

let old: Files;

beforeAll(async () => {
  const present = await accepted(
    new Map(),
    'init --domain my.domain --project-name test-operator --skip-install',
    'create api --version v1 --kind Foo',
  );
  old = asOf(present, releases, '0.0.9');
});

const read = 'const foo = await this.#client.getOrNull(Foo, request);';
const leave = 'if (foo === null) return;';
const compare = '// Compare foo.spec with the state of the cluster, and apply the differences.';
const scaffolded = "log.info('reconciling', { generation: foo.metadata.generation });";

function withBody(...lines: readonly string[]): Files {
  const body = /(async reconcile\(.*\n)[^]*?(\n {2}\}\n)/;
  const text = old.get(path)!;
  expect(text).toMatch(body);
  const code = lines.flatMap((each) => each.split('\n')).map((line) => `    ${line}`);
  return new Map(old).set(
    path,
    text.replace(body, (_, head, tail) => `${head}${code.join('\n')}${tail}`),
  );
}

/** Bodies of users in which the statement that the release changes is edited, and is a conflict. */
const edited = {
  'an argument of their own': [
    read,
    leave,
    "log.info('reconciling', { generation: foo.metadata.generation, size: 1 });",
  ],
  'another level': [read, leave, "log.warn('reconciling', { generation: foo.metadata.generation });"],
} as const;

/** Bodies in which it is gone. */
const removed = {
  'statements with the same function': [
    read,
    'if (foo === null || foo.metadata.deletionTimestamp !== undefined) return;',
    "if (foo.spec.size > 1) {\n  log.info('reported', { size: foo.spec.size });\n}",
  ],
  'another statement in its place': [read, leave, "log.info('reported', { size: foo.spec.size });"],
  'a statement at the end': [read, leave, 'await this.#client.patchStatus(foo, {});', "log.info('done');"],
  'a function': [read, leave, 'const say = (text: string): void => log.info(text);', "say('done');"],
  'a try statement': [
    'const started = Date.now();',
    "try {\n  await this.#client.getOrNull(Foo, request);\n} finally {\n  log.info('done', { ms: Date.now() - started });\n}",
  ],
  'a catch clause': [
    "try {\n  await this.#client.getOrNull(Foo, request);\n} catch (error) {\n  log.info('failed', { error: String(error) });\n}",
  ],
  'another logger': [
    read,
    leave,
    'const logger = log.withValues({ name: request.name });',
    "logger.info('reconciling');",
  ],
  'the body in another method': [read, 'if (foo !== null) await this.one(foo, log);'],
  'nothing but comments': ['// log.info of ours is in the client.'],
} as const;

async function expectKept(files: Files, ran: Ran): Promise<void> {
  const renamed = files.get(path)!.replaceAll('controllerManagedBy', 'newControllerFor');
  expect(ran.files.get(path)).toBe(renamed);
}

describe('a statement that a release changes, and the user has removed', () => {
  test.each(Object.entries(removed))('stays removed, with a note: %s', async (_, lines) => {
    const files = withBody(...lines, compare);
    const ran = await upgraded(files);
    expect(ran.exitCode, ran.said).toBe(0);
    await expectKept(files, ran);
    expect(ran.said).toMatch(/^src\/controller\/foo\.controller\.ts:37:3 - note upgrade-removed-text: /m);
    expect(ran.said).toContain("    log.debug('reconciling', { generation: foo.metadata.generation });");
    expect((await upgraded(ran.files)).files).toEqual(ran.files);
  });

  test('stays removed in a method that is a property', async () => {
    const files = withBody(read, "if (foo) log.info('found');");
    const text = files.get(path)!;
    const arrow = text
      .replace(
        /async reconcile\((.*)\): Promise<Result \| void> \{/,
        'reconcile = async ($1): Promise<Result | void> => {',
      )
      .replace("log.info('found');\n  }", "log.info('found');\n  };");
    expect(arrow).not.toBe(text);
    const own = new Map(files).set(path, arrow);
    const ran = await upgraded(own);
    expect(ran.exitCode, ran.said).toBe(0);
    await expectKept(own, ran);
    expect(ran.said).toContain('note upgrade-removed-text');
  });
});

describe('a statement that a release changes, and the user has edited', () => {
  test.each(Object.entries(edited))('is a conflict: %s', async (_, lines) => {
    const files = withBody(...lines, compare);
    const ran = await upgraded(files);
    expect(ran.exitCode, ran.said).toBe(2);
    expect(ran.files).toEqual(files);
    expect(ran.said).toMatch(/^src\/controller\/foo\.controller\.ts:40:5 - error upgrade-refused: /m);
    expect(ran.said).toContain("    log.debug('reconciling', { generation: foo.metadata.generation });");

    const orig = await upgraded(files, ' --conflicts orig');
    expect(orig.exitCode, orig.said).toBe(1);
    await expectKept(files, orig);
    const marked = await upgraded(files, ' --conflicts markers');
    expect(marked.exitCode, marked.said).toBe(1);
    expect(marked.files.get(path)).toContain(`<<<<<<< yours`);
    for (const line of lines) expect(marked.files.get(path)).toContain(line);
  });
});

describe('a statement that a release changes, and the user has not edited', () => {
  const debug = scaffolded.replace('info', 'debug');

  test.each([
    ['beside comments of theirs', [read, leave, '// tell ops', `${scaffolded} // INFO on purpose`, 'await 1;']],
    ['beside statements of theirs', [read, leave, "log.info('first');", scaffolded, "log.info('last');"]],
    ['in other lines', [read, leave, "log.info('reconciling', {\n  generation: foo.metadata.generation, // ours\n});"]],
    ['in a block', [read, leave, `try {\n  ${scaffolded}\n} finally {\n  log.info('done');\n}`]],
  ])('is changed: %s', async (_, lines) => {
    const files = withBody(...lines, compare);
    const ran = await upgraded(files);
    expect(ran.exitCode, ran.said).toBe(0);
    const there = /log\.info\('reconciling'/;
    const wanted = files.get(path)!.replace(there, "log.debug('reconciling'");
    expect(ran.files.get(path)).toBe(wanted.replaceAll('controllerManagedBy', 'newControllerFor'));
    expect(debug).toContain('debug');
  });
});

describe('what a user has removed from YAML', () => {
  const manager = 'config/manager/manager.yaml';
  const changed = releases.map((each, index) => {
    if (index === 0) return each;
    const text = each.templates.get(`init/${manager}.hbs`)!;
    const later = text.replace('initialDelaySeconds: 15', 'initialDelaySeconds: 20').replace('cpu: 500m', 'cpu: 700m');
    return { ...each, templates: new Map(each.templates).set(`init/${manager}.hbs`, later) };
  });
  const upgrade = (files: Files): Promise<Ran> => runLine(files, 'upgrade', commandsOf(changed));

  test('stays removed, with a note that shows all of it', async () => {
    const text = old.get(manager)!;
    const without = text.replace(/ {8}livenessProbe:\n(?: {10}.*\n)+/, '');
    expect(without).not.toBe(text);
    const ran = await upgrade(new Map(old).set(manager, without));
    expect(ran.exitCode, ran.said).toBe(0);
    expect(ran.said).toMatch(/note upgrade-removed-text: .*livenessProbe/);
    expect(ran.said).toMatch(/livenessProbe:\n +httpGet:/);
    expect(ran.files.get(manager)).toBe(without.replace('cpu: 500m', 'cpu: 700m'));
  });
});

test('a file in another format gets the change without a conflict', async () => {
  const script = 'vitest.config.ts';
  const wordy = releases.map((each, index) => {
    if (index === 0) return each;
    const text = each.templates.get(`init/${script}`)!;
    const later = text
      .replace('// Needs a cluster', '// Requires a cluster')
      .replace("include: ['src/**/*.test.ts']", "include: ['src/**/*.spec.ts']");
    expect(later).not.toBe(text);
    return { ...each, templates: new Map(each.templates).set(`init/${script}`, later) };
  });
  const own = old
    .get(script)!
    .replaceAll(/'([^'"\n]*)'/g, '"$1"')
    .replaceAll(/^( +)/gm, '$1$1');
  const ran = await runLine(new Map(old).set(script, own), 'upgrade', commandsOf(wordy));
  expect(ran.exitCode, ran.said).toBe(0);
  expect(ran.files.get(script)).toBe(
    own.replace('src/**/*.test.ts', 'src/**/*.spec.ts').replace('// Needs', '// Requires'),
  );
});

describe('code of an earlier release in an upgraded project, as a merged branch brings it', () => {
  test('is reported by check, and upgraded', async () => {
    const { files } = await upgraded(old);
    for (const text of [old.get(path)!, old.get(path)!.replace('// Compare', '// Ours: compare')]) {
      const merged = new Map(files).set(path, text);
      const check = await runLine(merged, 'check', list);
      expect(check.said).toMatch(/^src\/controller\/foo\.controller\.ts:2:1 - warning code-of-older-release/m);
      expect(check.said).toContain('    newControllerFor,');
      const ran = await upgraded(merged);
      expect(ran.exitCode, ran.said).toBe(0);
      expect(ran.files.get(path)).toContain('await newControllerFor(manager)');
      expect(ran.files.get(path)).not.toContain('controllerManagedBy');
      expect((await upgraded(ran.files)).files).toEqual(ran.files);
      expect((await runLine(ran.files, 'check', list)).said).not.toContain('code-of-older-release');
    }
  });

  test('is not found where there is none', async () => {
    const { files } = await upgraded(old);
    expect((await runLine(files, 'check', list)).said).not.toContain('code-of-older-release');
    expect((await upgraded(files)).said).toContain('The project already has release');
  });
});

test('check fails while a file has conflict markers', async () => {
  const { files } = await upgraded(old);
  const text = files.get('vitest.config.ts')!;
  const marked = `<<<<<<< yours\n${text}=======\n>>>>>>> operator-gen 0.1.0\n`;
  const ran = await runLine(new Map(files).set('vitest.config.ts', marked), 'check', list);
  expect(ran.exitCode).toBe(1);
  expect(ran.said).toContain('vitest.config.ts:1:1 - error unresolved-conflict');
});
