import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { knownReleases } from '../../../src/scaffold/change/releases/known-releases.js';
import { DiagnosticsError } from '../../../src/base/diagnostics/diagnostic.js';
import { packRelease, printRelease } from '../../../src/project/layout/pack-release.js';
import { sha256 } from '../../../src/base/io/sha256.js';
import { makePlan } from '../../../src/output/plan/make-plan.js';
import { stateFile } from '../../../src/output/plan/leftovers.js';
import { parseState, printState } from '../../../src/output/plan/state.js';
import { runLine, type Ran } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import { memoryDisk, root, type Files } from '../../support/memory-disk.js';
import { asOf, commandsOf } from '../../support/old-project.js';
import { syntheticReleases } from '../../support/synthetic-releases.js';
import { temporaryFolder } from '../../support/tree.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const releases = syntheticReleases();
const list = commandsOf(releases);
const upgraded = (files: Files, flags = ''): Promise<Ran> => runLine(files, `upgrade${flags}`, list);

const makefileLine = '# Set to true to delete the objects of the CRDs. Otherwise, they stop if there are any.';
const ofUser = '# The words of the user.';

let old: Files;
let edited: Files;

function withText(files: Files, path: string, before: string, after: string): Files {
  const text = files.get(path)!;
  expect(text).toContain(before);
  return new Map(files).set(path, text.replace(before, after));
}

beforeAll(async () => {
  const present = await accepted(
    new Map(),
    'init --domain my.domain --project-name test-operator --skip-install',
    'create api --version v1 --kind WebServer',
  );
  old = asOf(present, releases, '0.0.1');
  edited = withText(old, 'Makefile', makefileLine, ofUser);
});

describe('a line that the user and the release have changed', () => {
  test('stops the upgrade with exit code 2, and nothing is written', async () => {
    const ran = await upgraded(edited);
    expect(ran.exitCode).toBe(2);
    expect(ran.files).toEqual(edited);
    expect(ran.said).toContain('error upgrade-refused');
    expect(ran.said).toContain('    # Set to true to let uninstall and undeploy also delete');
  });

  test('gets conflict markers with exit code 1, and everything else is upgraded', async () => {
    const ran = await upgraded(edited, ' --conflicts markers');
    expect(ran.exitCode).toBe(1);
    expect(ran.files.get('Makefile')).toContain(
      [
        '<<<<<<< yours',
        ofUser,
        '||||||| operator-gen 0.0.1',
        makefileLine,
        '=======',
        '# Set to true to let uninstall and undeploy also delete the objects of the CRDs. Otherwise, they stop if there are any.',
        '>>>>>>> operator-gen 0.1.0',
      ].join('\n'),
    );
    expect(ran.files.get('Makefile')).toContain('lint-fix: ##');
    const whole = await upgraded(old);
    const differing = [...whole.files.keys()].filter((path) => whole.files.get(path) !== ran.files.get(path));
    expect(differing).toEqual(['Makefile']);
  });

  test('stays with --conflicts orig, and the scaffolded file is written beside it', async () => {
    const ran = await upgraded(edited, ' --conflicts orig');
    expect(ran.exitCode).toBe(1);
    const whole = await upgraded(old);
    expect(ran.files.get('Makefile.orig')).toBe(whole.files.get('Makefile'));
    expect(ran.files.get('Makefile')).toContain(ofUser);
    expect(ran.files.get('Makefile')).toContain('lint-fix: ##');
    expect(ran.files.get('Makefile')).not.toContain('<<<<<<<');
  });

  test('has the same exit code with --dry-run, which writes nothing', async () => {
    const ran = await upgraded(edited, ' --conflicts markers --dry-run --diff');
    expect([ran.exitCode, ran.files]).toEqual([1, edited]);
    expect(ran.said).toContain('+<<<<<<< yours');
    expect((await upgraded(edited, ' --dry-run')).exitCode).toBe(2);
  });

  test('is resolved before the next upgrade', async () => {
    const marked = (await upgraded(edited, ' --to 0.0.2 --conflicts markers')).files;
    const ran = await upgraded(marked, ' --conflicts markers');
    expect(ran.exitCode).toBe(2);
    expect(ran.said).toContain('error unresolved-conflict: Makefile has conflict markers');
    expect(ran.files).toEqual(marked);
  });

  test('is also reported by an upgrade to the same release, with every position', async () => {
    const twice = withText(edited, 'Makefile', 'npm run --silent lint:all', 'npm run --silent lint:all -- --quiet');
    const marked = (await upgraded(twice, ' --conflicts markers')).files;
    const ran = await upgraded(marked, ' --conflicts markers');
    expect(ran.exitCode).toBe(2);
    expect(ran.said.match(/^Makefile:\d+:1 - error unresolved-conflict/gm)).toHaveLength(2);
    expect(ran.files).toEqual(marked);
  });

  test('is not merged by another command before it is resolved', async () => {
    const main = 'src/main.ts';
    const text = old.get(main)!.replace('  register,\n', '<<<<<<< yours\n  register,\n=======\n>>>>>>> theirs\n');
    const kustomization = 'config/default/kustomization.yaml';
    const marked = new Map(old)
      .set(main, text)
      .set(kustomization, `<<<<<<< yours\n=======\n>>>>>>> theirs\n${old.get(kustomization)!}`);
    const ran = await runLine(marked, 'create webhook --version v1 --kind WebServer --defaulting', list);
    expect(ran.exitCode).toBe(1);
    expect(ran.said).toContain(`${kustomization}:1:1 - error unresolved-conflict`);
    expect(ran.files).toEqual(marked);
  });

  test('in YAML is explained without markers, and shown with tabs as they are', async () => {
    const manager = 'config/manager/manager.yaml';
    const cpu = await upgraded(withText(old, manager, 'cpu: 200m', 'cpu: 700m'));
    expect(cpu.exitCode).toBe(2);
    expect(cpu.said).toContain(
      'help: upgrade with --conflicts orig to keep your text and get the file of release 0.1.0',
    );
    const target = await upgraded(withText(old, 'Makefile', 'npm run --silent lint:all', 'npm run lint'));
    expect(target.said).toContain('\n    \tnpm run --silent lint:fix');
  });

  test('in YAML that cannot be read is reported once', async () => {
    const manager = 'config/manager/manager.yaml';
    const ran = await upgraded(withText(old, manager, 'cpu: 200m', 'cpu: [200m'));
    expect(ran.exitCode).toBe(2);
    expect(ran.said.match(/error upgrade-refused/g)).toHaveLength(1);
  });

  test.each([
    ['the same property', 'hookTimeout: 60_000', 'hookTimeout: 90_000'],
    ['the same list', "['test/setup/start.ts']", "['test/setup/start.ts', 'test/mine.ts']"],
  ])('in a default export is a conflict, and there is still one of them: %s', async (_, before, after) => {
    const ran = await upgraded(withText(old, 'vitest.config.ts', before, after), ' --conflicts orig');
    const text = ran.files.get('vitest.config.ts')!;
    expect(text.match(/export default/g), text).toHaveLength(1);
    expect(text).toContain(after.replace('test/setup/start.ts', 'test/global-setup.ts').slice(0, 20));
  });

  test('in code does not keep the generators from reading the code', async () => {
    const controller = 'src/controller/webserver.controller.ts';
    const code = withText(old, controller, "log.info('reconcile', {", "log.debug('mine', {");
    const ran = await upgraded(code, ' --conflicts markers');
    expect(ran.exitCode, ran.said).toBe(1);
    expect(ran.files.get(controller)).toContain('<<<<<<< yours');
    expect(ran.files.get('config/rbac/role.yaml')).toBe(old.get('config/rbac/role.yaml'));
  });
});

describe('a target of the user with the name of one that the release adds', () => {
  const own = 'lint-fix: mine\n\techo mine\n';
  const files = (): Files => withText(old, 'Makefile', '.PHONY: test\n', `.PHONY: lint-fix\n${own}\n.PHONY: test\n`);
  const ofRelease = 'lint-fix: ## Lint the sources and fix problems.\n\tnpm run --silent lint:fix\n';

  test('stops the upgrade', async () => {
    const ran = await upgraded(files());
    expect(ran.exitCode, ran.said).toBe(2);
    expect(ran.files).toEqual(files());
    expect(ran.said).toMatch(/Makefile:\d+:1 - error upgrade-refused: .*: it already has a target lint-fix/);
  });

  test('keeps its rule with --conflicts orig', async () => {
    const ran = await upgraded(files(), ' --conflicts orig');
    expect(ran.exitCode, ran.said).toBe(1);
    const text = ran.files.get('Makefile')!;
    expect(text.match(/^lint-fix:/gm)).toHaveLength(1);
    expect(text).toContain(own);
    expect(text).toContain('# Set to true to let uninstall');
    expect(ran.said).toMatch(/Makefile:\d+:1 - warning upgrade-conflict: .*: it already has a target lint-fix/);
  });

  test('is between conflict markers with that of the release', async () => {
    const ran = await upgraded(files(), ' --conflicts markers');
    expect(ran.exitCode, ran.said).toBe(1);
    const text = ran.files.get('Makefile')!;
    expect(text).toMatch(
      /<<<<<<< yours\nlint-fix: mine\n\techo mine\n\|{7} operator-gen 0\.0\.1\n=======\n[^<]*\nlint-fix: ## [^<]*>>>>>>> operator-gen/,
    );
    expect(text).toContain(ofRelease);
  });
});

describe('a file of the user', () => {
  test('that is not text is neither merged nor overwritten', async () => {
    const binary = new Map(old).set('Makefile', `${old.get('Makefile')!}\n# \ufffd\n`);
    expect((await upgraded(binary)).exitCode).toBe(2);
    const ran = await upgraded(binary, ' --conflicts markers');
    expect(ran.exitCode).toBe(1);
    expect(ran.files.get('Makefile')).toBe(binary.get('Makefile'));
    expect(ran.said).toContain('it is not UTF-8 text');
  });

  test('at the path of an original is not overwritten', async () => {
    const taken = new Map(edited).set('Makefile.orig', 'mine\n');
    const ran = await upgraded(taken, ' --conflicts orig');
    expect(ran.exitCode).toBe(1);
    expect(ran.files.get('Makefile.orig')).toBe('mine\n');
    expect(ran.files.get('Makefile.orig2')).toBe((await upgraded(old)).files.get('Makefile'));
    expect(ran.said).toContain('the file of the release is in Makefile.orig2; ');
  });

  test('in a hidden folder has the original of the release beside it', async () => {
    const path = '.devcontainer/devcontainer.json';
    const ran = await upgraded(new Map(old).set(path, '{ "image": "mine" }\n'), ' --conflicts orig');
    expect(ran.exitCode, ran.said).toBe(0);
    expect(ran.files.get(path)).toBe('{ "image": "mine" }\n');
    expect(ran.files.get(`${path}.orig`)).toBe((await upgraded(old)).files.get(path));
  });

  test('has the original of the latest release, if that of an earlier one was not edited', async () => {
    const first = await upgraded(edited, ' --to 0.0.2 --conflicts orig');
    const files = withText(
      first.files,
      'Makefile',
      'npm run --silent lint:all',
      'npm run --silent lint:all -- --quiet',
    );
    const ran = await upgraded(files, ' --conflicts orig');
    expect(ran.exitCode, ran.said).toBe(1);
    expect(ran.files.get('Makefile.orig')).toBe((await upgraded(old)).files.get('Makefile'));
    expect(ran.files.has('Makefile.orig2')).toBe(false);
  });

  test('that a prepared record calls unmodified is merged, and kept if the release does not have it', async () => {
    const prepared = withText(
      withText(old, 'Makefile', '.PHONY: test\n', '# precious\n.PHONY: test\n'),
      'hack/legacy.js',
      'version',
      'arch',
    );
    const record = new Map(parseState(prepared.get(stateFile)));
    for (const path of ['Makefile', 'hack/legacy.js'])
      record.set(path, { ownership: 'scaffolded', hash: sha256(prepared.get(path)!) });
    const ran = await upgraded(new Map(prepared).set(stateFile, printState(record)));
    expect(ran.exitCode, ran.said).toBe(0);
    expect(ran.files.get('Makefile')).toContain('# precious');
    expect(ran.files.get('Makefile')).toContain('lint-fix: ##');
    expect(ran.files.get('hack/legacy.js')).toContain('arch');
  });

  test('at the new path of a file that moves stays, and a file of the release there counts as moved', async () => {
    const whole = await upgraded(old);
    const same = await upgraded(new Map(old).set('hack/run.js', whole.files.get('hack/run.js')!));
    expect(same.exitCode, same.said).toBe(0);
    expect(same.files.has('hack/operator.js')).toBe(false);
    const mine = await upgraded(new Map(old).set('hack/run.js', '// Mine.\n'));
    expect(mine.exitCode, mine.said).toBe(0);
    expect(mine.files.get('hack/run.js')).toBe('// Mine.\n');
    expect(mine.said).toContain('warning upgrade-path-taken: hack/run.js');
  });

  test('that is too large is not compared', async () => {
    const large = new Map(old).set('vitest.config.ts', `${old.get('vitest.config.ts')!}\n${'a;'.repeat(300_000)}\n`);
    const ran = await upgraded(large, ' --conflicts markers');
    expect(ran.exitCode).toBe(1);
    expect(ran.said).toContain('it is too large to be merged');
    // The path of a file that moves follows, as an import does.
    const text = large.get('vitest.config.ts')!.replace('test/setup/start.ts', 'test/global-setup.ts');
    expect(ran.files.get('vitest.config.ts')).toBe(text);
  });

  test('that cannot be read is a refusal with exit code 2', async () => {
    const ran = await upgraded(new Map(old).set('src/deep.ts', '['.repeat(100_001)), ' --conflicts markers');
    expect(ran.exitCode, ran.said).toBe(2);
  });

  test('at a path that the release needs, and that is not a file, is called what it is', async () => {
    const disk = memoryDisk(old);
    const kind = (path: string) => (path.endsWith('hack/run.js') ? 'other' : disk.host.kind(path));
    const { diagnostics } = makePlan({ ...disk.host, kind }, root, [
      { path: 'hack/run.js', content: '', ownership: 'scaffolded' },
    ]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'hack/run.js is a special file, such as a socket or a device, but a file must be written there',
    ]);
  });

  test('that is deleted stays deleted, and what it would have got is shown', async () => {
    const without = new Map(old);
    without.delete('vitest.config.ts');
    const ran = await upgraded(without);
    expect(ran.exitCode).toBe(0);
    expect(ran.files.has('vitest.config.ts')).toBe(false);
    expect(ran.said).toContain('warning merge-target-missing: vitest.config.ts');
    expect(ran.said).toContain('hookTimeout: 120_000');
  });

  test('that the release no longer has is kept if it was edited', async () => {
    const ran = await upgraded(withText(old, 'hack/legacy.js', 'version', 'arch'));
    expect(ran.files.get('hack/legacy.js')).toContain('arch');
    expect(ran.said).toContain('warning edited-file-kept: hack/legacy.js');
    expect(ran.said).not.toContain('--force');
  });
});

describe('PROJECT', () => {
  test.each([
    ['of a later release', /^cliVersion: .*$/m, 'cliVersion: 1.0.0', 'error project-newer'],
    ['of an unknown release', /^cliVersion: .*$/m, 'cliVersion: 0.0.0-mine', 'error unknown-release'],
    ['with a number as release', /^cliVersion: .*$/m, 'cliVersion: 0.0', 'error unknown-release'],
    ['without a release', /^cliVersion: .*\n/m, '', 'error cli-version-missing'],
    [
      'with a list as release',
      /^cliVersion: .*$/m,
      'cliVersion: [1]',
      'error unknown-release: the templates of release [1]',
    ],
  ])('%s is refused', async (_, before, after, message) => {
    const files = new Map(old).set('PROJECT', old.get('PROJECT')!.replace(before, after));
    const ran = await upgraded(files);
    expect(ran.exitCode).toBe(2);
    expect(ran.said).toContain(message);
    expect(ran.files).toEqual(files);
  });

  test('cannot be downgraded', async () => {
    const ran = await upgraded(asOf(old, releases, '0.0.3'), ' --to 0.0.2');
    expect(ran.said).toContain('error project-newer');
  });

  test('gets the release, and keeps comments and unknown keys', async () => {
    const text = old.get('PROJECT')!.replace('cliVersion: 0.0.1', 'cliVersion: "0.0.1" # mine\nunknown: { a: 1 }');
    const ran = await upgraded(new Map(old).set('PROJECT', text));
    expect(ran.files.get('PROJECT')).toContain('cliVersion: "0.1.0" # mine\nunknown: { a: 1 }');
  });
});

test('check warns about a project of an earlier release, and says how many files would change', async () => {
  const ran = await runLine(old, 'check', list);
  expect(ran.exitCode).toBe(0);
  expect(ran.said).toMatch(
    /warning project-older: the project was scaffolded with release 0\.0\.1, and 0\.1\.0 changes \d+ files of it/,
  );
  expect((await runLine((await upgraded(old)).files, 'check', list)).said).not.toContain('project-older');
});

test('a package that lacks the templates of a release is reported', () => {
  const folder = temporaryFolder(
    Object.fromEntries(
      releases.map((each, index) => [`${each.version}.json`, printRelease(packRelease(each, releases[index - 1]))]),
    ),
  );
  expect(knownReleases({}, folder)).toEqual(releases);
  rmSync(join(folder, '0.0.2.json'));
  expect(() => knownReleases({}, folder)).toThrow(DiagnosticsError);
  writeFileSync(join(folder, '0.0.2.json'), '{');
  expect(() => knownReleases({}, folder)).toThrow(DiagnosticsError);
});
