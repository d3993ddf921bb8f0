import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../../src/commands.js';
import { HelperFailed } from '../../../src/base/helper/helper-process.js';
import type { Helper } from '../../../src/base/helper/helper.js';
import { cli } from '../framework/support.js';
import { projectWithApi } from '../../support/projects.js';
import { upstreamThat } from '../../support/upstream.js';

const file = 'check-baseline.yaml';
const kustomization = 'config/broken/kustomization.yaml';

/** A project with warnings: entries of a kustomization that do not exist. */
async function project(...missing: readonly string[]) {
  const { root } = await projectWithApi();
  const path = (name: string) => join(root, name);
  const list = (...names: readonly string[]) => {
    rmSync(path('config/broken'), { recursive: true, force: true });
    if (names.length > 0) write(kustomization, `resources:\n${names.map((name) => `- ${name}\n`).join('')}`);
  };
  const write = (name: string, text: string) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  list(...missing);
  return {
    list,
    write,
    path,
    baseline: () => readFileSync(path(file), 'utf8'),
    check: (words = '', env: Readonly<Record<string, string>> = {}, upstream?: () => Promise<Helper>) =>
      cli(['check', ...words.split(' ').filter(Boolean)], {
        cwd: root,
        commands,
        env,
        ...(upstream && { helper: upstream }),
      }),
  };
}

/** Makes the record say that role.yaml was generated otherwise. */
function spoilRecord(path: (name: string) => string): void {
  const record = path('.operator-gen/scaffold.json');
  const text = readFileSync(record, 'utf8');
  writeFileSync(record, text.replace(/(?<="config\/rbac\/role\.yaml": .*"hash":")[0-9a-f]+/, '00'));
}

describe('adopting check', () => {
  test('--write-baseline writes all problems, and then they are counted', async () => {
    const { check, baseline } = await project('a.yaml', 'b.yaml');
    expect(await check('--strict')).toMatchObject({ exitCode: 1 });
    const written = await check('--write-baseline');
    expect(written).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`create ${file}`) });
    expect(written.stderr).toContain(`${file} has 2 known problems.`);
    expect(baseline().match(/code: dangling-kustomization-entry, file: config\/broken/g)).toHaveLength(2);
    const { exitCode, stderr } = await check('--strict');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: '2 known problems. All generated files are up to date.\n',
    });
  });

  test('a new problem is reported, and --no-baseline reports all', async () => {
    const { check, list } = await project('a.yaml');
    await check('--write-baseline');
    list('x.yaml', 'a.yaml');
    const { stderr, exitCode } = await check('--strict');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/x\.yaml does not exist(?:.|\n)*\n1 error, 1 known problem\.\n$/);
    expect((await check('--no-baseline')).stderr).toContain('2 warnings. ');
  });

  test('--dry-run writes nothing', async () => {
    const { check, path, list } = await project('a.yaml');
    expect((await check('--write-baseline --dry-run')).stderr).toContain('nothing was written');
    expect(existsSync(path(file))).toBe(false);
    await check('--write-baseline');
    const before = readFileSync(path(file), 'utf8');
    list();
    expect((await check('--dry-run')).stderr).toContain(`Would remove 1 fixed problem from ${file}.`);
    expect(readFileSync(path(file), 'utf8')).toBe(before);
  });

  test('drift is not a known problem', async () => {
    const { check, path } = await project('a.yaml');
    writeFileSync(path('config/rbac/role.yaml'), 'kind: Role\n');
    await check('--write-baseline');
    const { exitCode, stderr } = await check();
    expect(exitCode).toBe(3);
    expect(stderr).toMatch(/^1 generated file out of date, 1 known problem\. To update/);
  });

  test.each([
    ['stale', (path: string) => writeFileSync(path, 'kind: Role\n')],
    ['missing', (path: string) => rmSync(path)],
  ])('a record that is out of date with a %s file is neither shown nor counted', async (word, change) => {
    const { check, path } = await project();
    change(path('config/rbac/role.yaml'));
    spoilRecord(path);
    const { exitCode, stdout, stderr } = await check();
    expect(exitCode).toBe(3);
    expect(stdout.match(/^[a-z]+ \S+ \(/gm)).toEqual([`${word} config/rbac/role.yaml (`]);
    expect(stderr).toMatch(/^1 generated file out of date\. /);
    expect(JSON.parse((await check('--output json')).stdout)).toMatchObject({ counts: { drift: 1 } });
  });

  test('a record that alone is out of date is shown', async () => {
    const { check, path } = await project();
    spoilRecord(path);
    const { exitCode, stdout } = await check();
    expect({ exitCode, shown: /^stale \.operator-gen\/scaffold\.json/m.test(stdout) }).toEqual({
      exitCode: 3,
      shown: true,
    });
  });

  test('errors of the sources are not known problems, and no baseline is written beside them', async () => {
    const { check, path, write } = await project();
    write('src/api/v1/webserver.types.ts', 'export class {');
    const { exitCode, stderr } = await check('--write-baseline');
    expect({ exitCode, there: existsSync(path(file)) }).toEqual({ exitCode: 1, there: false });
    expect(stderr).toMatch(/error \S+: /);
  });

  test('--baseline names another file in the project', async () => {
    const { check, path } = await project('a.yaml');
    await check('--write-baseline --baseline docs/known.yaml');
    expect(existsSync(path('docs/known.yaml'))).toBe(true);
    expect((await check('--baseline docs/known.yaml')).stderr).toMatch(/^1 known problem\./);
    expect((await check()).stderr).toContain('1 warning');
  });
});

describe('a fixed problem', () => {
  test('is removed from the baseline', async () => {
    const { check, list, baseline } = await project('a.yaml', 'b.yaml');
    await check('--write-baseline');
    list('b.yaml');
    expect((await check()).stderr).toBe(
      `1 known problem. Removed 1 fixed problem from ${file}. All generated files are up to date.\n`,
    );
    expect(baseline()).not.toContain('a.yaml');
    expect(baseline()).toContain('b.yaml');
    list('a.yaml', 'b.yaml');
    expect(await check('--strict')).toMatchObject({ exitCode: 1 });
  });

  test('is reported in CI, where nothing is written', async () => {
    const { check, list, baseline } = await project('a.yaml');
    await check('--write-baseline');
    const before = baseline();
    list();
    const { exitCode, stderr } = await check('', { CI: 'true' });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(
      new RegExp(
        `^${file}:5:5 - warning stale-baseline-entry: .* in ${kustomization}\n`.replaceAll('.yaml', '\\.yaml'),
      ),
    );
    expect(await check('--strict', { CI: '1' })).toMatchObject({ exitCode: 1 });
    expect(await check('--strict --skip stale-baseline-entry', { CI: '1' })).toMatchObject({ exitCode: 0 });
    expect(baseline()).toBe(before);
    expect((await check('', { CI: 'false' })).stderr).toContain('Removed 1 fixed problem');
  });

  test('is reported if the file is read-only', async () => {
    const { check, list, path } = await project('a.yaml');
    await check('--write-baseline');
    chmodSync(path(file), 0o444);
    list();
    expect((await check()).stderr).toContain('warning stale-baseline-entry');
  });

  test('stays if it was not looked for: other codes, errors, no verdict of the API server', async () => {
    const { check, list, baseline, write } = await project('a.yaml');
    await check('--write-baseline');
    write(file, `${baseline()}  - { code: rejected-by-api-server, message: m }\n`);
    const before = baseline();
    list();
    for (const words of ['--skip dangling-', '--only stale-file']) await check(words);
    expect(baseline()).toBe(before);
    const types = 'src/api/v1/webserver.types.ts';
    write(types, 'export class {');
    await check();
    expect(baseline()).toBe(before);
  });

  test('of the API server stays without its code, while others are removed', async () => {
    const { check, list, baseline, write } = await project('a.yaml');
    await check('--write-baseline');
    write(file, `${baseline()}  - { code: rejected-by-api-server, message: m }\n`);
    list();
    await check();
    expect(baseline()).toContain('rejected-by-api-server');
    expect(baseline()).not.toContain('dangling-');
  });
});

test('a helper that fails cannot be skipped, and entries of its verdict stay', async () => {
  const { check, baseline, write, list } = await project('a.yaml');
  await check('--write-baseline');
  write(file, `${baseline()}  - { code: rejected-by-api-server, message: m }\n`);
  list();
  const upstream = async () => upstreamThat(async () => Promise.reject(new HelperFailed('it ended')));
  const { stderr } = await check('--skip unknown-kind', {}, upstream);
  expect(stderr).toContain('warning upstream-failed');
  expect(baseline()).toContain('rejected-by-api-server');
  expect(baseline()).not.toContain('dangling-');
});

test('writing it again keeps reasons, and entries that were not looked for', async () => {
  const { check, write, baseline } = await project('a.yaml');
  await check('--write-baseline');
  const edited = baseline().replace(' }\n', ', reason: the file is generated later }\n');
  write(file, `${edited}  - { code: rejected-by-api-server, message: m }\n`);
  await check('--write-baseline');
  expect(baseline()).toContain('reason: the file is generated later');
  expect(baseline()).toContain('rejected-by-api-server');
});

describe('what breaks users', () => {
  const types = 'src/api/v1/webserver.types.ts';

  /** A project with a baseline of one break in comparison with `released`. */
  async function broken() {
    const found = await project();
    const { path, write, check, baseline } = found;
    cpSync(path('config'), path('released/config'), { recursive: true });
    cpSync(path('config'), path('other/config'), { recursive: true });
    const source = readFileSync(path(types), 'utf8');
    write(types, source.replace('@Minimum(0)', '@Minimum(1)'));
    await check('--against released --write-baseline');
    expect(baseline().match(/code: breaks-writers/g)).toHaveLength(1);
    return { ...found, repair: () => write(types, source) };
  }

  test('is removed from the baseline when it is fixed', async () => {
    const { check, baseline, repair } = await broken();
    expect((await check('--against released --strict')).stderr).toMatch(/^1 known problem\. |, 1 known problem\. /);
    repair();
    expect((await check('--against released')).stderr).toContain('Removed 1 fixed problem');
    expect(baseline()).toContain('problems: []');
  });

  test('stays in the baseline if the comparison was not made, or has another base', async () => {
    const { check, baseline, write, repair } = await broken();
    repair();
    const before = baseline();
    write('invalid.yaml', 'kind: CustomResourceDefinition\nspec: [\n');
    for (const words of ['', '--against nope', '--against cluster:nope', '--against invalid.yaml', '--against other']) {
      expect((await check(words)).stderr).not.toContain('Removed');
      expect((await check(words, { CI: 'true' })).stderr).not.toContain('stale-baseline-entry');
      await check(`${words} --write-baseline`);
      expect([words, baseline()]).toEqual([words, before]);
    }
    write('compatibility.yaml', '- {\n');
    await check('--against released');
    expect(baseline()).toBe(before);
  });

  test('is known in comparison with another base, too', async () => {
    const { check } = await broken();
    expect((await check('--against other')).stderr).toContain('1 known problem');
  });

  test('stays without the code of the API server if it is a rejected object', async () => {
    const { check, baseline, write } = await broken();
    const entry = '  - { code: object-rejected, file: PROJECT, message: m, against: released }\n';
    write(file, `${baseline()}${entry}`);
    await check('--against released');
    expect(baseline()).toContain(entry);
    const accepting = async () => upstreamThat(async () => ({}));
    await check('--against released', {}, accepting);
    expect(baseline()).not.toContain('object-rejected');
  });
});

describe('the selection', () => {
  test('applies to drift and to the exit code', async () => {
    const { check, path } = await project('a.yaml');
    rmSync(path('config/rbac/role.yaml'));
    expect(await check('--only missing-file')).toMatchObject({
      exitCode: 3,
      stdout: expect.stringContaining('missing'),
    });
    expect(await check('--skip missing-file --strict')).toMatchObject({ exitCode: 1, stdout: '' });
    expect(await check('--skip missing-file --skip dangling- --strict')).toMatchObject({ exitCode: 0, stdout: '' });
    expect(await check('--only pod-,crd- --strict')).toMatchObject({ exitCode: 0 });
  });

  test('does not hide errors after which nothing else is checked', async () => {
    const { check, write } = await project();
    write('src/api/v1/webserver.types.ts', 'export class {');
    const [, code = ''] = /error ([\w-]+): /.exec((await check()).stderr) ?? [];
    expect(await check(`--skip ${code}`)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(code) });
    expect(await check('--only pod-')).toMatchObject({ exitCode: 1 });
  });

  test.each([
    ['--skip nothing-here', 'there is no such diagnostic'],
    ['--only stale-fil', 'did you mean stale-file?'],
    ['--only pod-*', 'did you mean pod-?'],
    ['--skip internal-error', 'always reported'],
  ])('is wrong usage: %s', async (words, reason) => {
    const { check } = await project();
    expect(await check(words)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(reason) });
  });
});

describe('a hostile baseline', () => {
  test.each([
    ['--baseline none.yaml', 2, 'baseline-not-found'],
    ['--baseline ../x.yaml', 2, 'invalid-value'],
    ['--baseline /etc/passwd', 2, 'invalid-value'],
    ['--baseline .', 2, 'invalid-value'],
    ['--baseline ..', 2, 'invalid-value'],
    ['--baseline .git/config', 2, 'invalid-value'],
    ['--baseline src', 2, 'invalid-value'],
    ['--write-baseline --baseline src', 2, 'invalid-value'],
    ['--baseline PROJECT', 1, 'invalid-baseline'],
    ['--write-baseline --baseline PROJECT', 1, 'invalid-baseline'],
    ['--write-baseline --no-baseline', 2, 'conflicting-flags'],
  ])('%s', async (words, exitCode, code) => {
    const { check } = await project();
    expect(await check(words)).toMatchObject({ exitCode, stderr: expect.stringContaining(`error ${code}: `) });
  });

  test('a link is not followed', async () => {
    const { check, path } = await project();
    symlinkSync('/etc/passwd', path(file));
    expect(await check()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('symbolic-link') });
  });

  test('a huge file is refused', async () => {
    const { check, write } = await project();
    write(file, `problems:\n${'# x\n'.repeat(1.2 * 1024 * 1024)}`);
    expect(await check()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('unsupported-file') });
  });
});
