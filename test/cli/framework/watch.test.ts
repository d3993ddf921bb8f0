import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { manifests } from '../../../src/cli/commands/manifests/run.js';
import { projectWithApi, testFolder, type TestProject } from '../../support/projects.js';
import { cli, Kept } from './support.js';

const types = 'src/api/v1/webserver.types.ts';
const crd = 'config/crd/bases/my.domain_webservers.yaml';

interface Watched {
  readonly project: TestProject;
  /** Waits until this was said, and forgets all that was said so far. */
  readonly expectSaid: (text: string) => Promise<void>;
  readonly stderr: Kept;
  /** Ends it, and answers the exit code. */
  readonly end: () => Promise<number>;
}

async function watched(...flags: readonly string[]): Promise<Watched> {
  return watchedProject(await projectWithApi(), flags);
}

/** @param meanwhile happens while the first turn works, after all that it reads was read */
async function watchedProject(
  project: TestProject,
  flags: readonly string[] = [],
  meanwhile = (): void => undefined,
): Promise<Watched> {
  const interrupt = new AbortController();
  const [stdout, stderr] = [new Kept(), new Kept()];
  let turns = 0;
  const operation: typeof manifests = async (...given) => {
    const outcome = await manifests(...given);
    if (turns++ === 0) meanwhile();
    return outcome;
  };
  const running = cli(['manifests', '--watch', ...flags], {
    cwd: project.root,
    stdout,
    stderr,
    interrupt: interrupt.signal,
    operations: { manifests: async () => operation },
  });
  const end = async (): Promise<number> => {
    interrupt.abort();
    return (await running).exitCode;
  };
  onTestFinished(async () => void (await end()));
  const expectSaid = async (text: string): Promise<void> => {
    await vi.waitFor(() => expect(stderr.text).toContain(text), { timeout: 10_000 });
    stderr.text = '';
  };
  await vi.waitFor(() => expect(stderr.text).toContain('Watching for changes'), { timeout: 10_000 });
  stderr.text = stderr.text.replace(/^[^]*Ctrl-C ends it\.\n/, '');
  return { project, expectSaid, stderr, end };
}

it('writes again on every save, in one line', async () => {
  const { project, expectSaid, end } = await watched();
  project.edit(types, 'An example field', 'A better field');
  await expectSaid(`${types}: update ${crd}\n`);
  expect(project.read(crd)).toContain('A better field');

  // As many editors do: another file takes the place.
  writeFileSync(join(project.root, 'new.ts'), project.read(types).replace('A better field', 'The best field'));
  renameSync(join(project.root, 'new.ts'), join(project.root, types));
  await expectSaid(`${types}: update ${crd}\n`);
  expect(project.read(crd)).toContain('The best field');
  expect(await end()).toBe(130);
});

it('tells a problem, writes nothing, and goes on', async () => {
  const { project, expectSaid, stderr } = await watched();
  const before = project.read(crd);
  project.edit(types, 'size: Int32', 'size: number');
  await vi.waitFor(() => expect(stderr.text).toContain('nothing was written'), { timeout: 10_000 });
  expect(stderr.text).toContain('bare-number');
  expect(project.read(crd)).toBe(before);
  await expectSaid('');
  project.write(types, project.read(types).replace('size: number', 'size: Int32').replace('An example', 'One example'));
  await expectSaid(`${types}: update ${crd}\n`);
});

it('sees files that come in new folders, files that go, and PROJECT', async () => {
  const { project, expectSaid } = await watched();
  mkdirSync(join(project.root, 'src/shared/deep'), { recursive: true });
  project.write('src/shared/deep/part.ts', 'export interface Part { a: string }\n');
  await expectSaid('src/shared/deep/part.ts: nothing to do');
  rmSync(join(project.root, 'src/shared/deep/part.ts'));
  await expectSaid('src/shared/deep/part.ts: nothing to do');
  project.edit('PROJECT', 'projectName: ', 'projectName: another-');
  await expectSaid('PROJECT: update config/samples/_v1_webserver.yaml');
});

it('writes nothing in a dry run', async () => {
  const { project, expectSaid } = await watched('--dry-run');
  const before = project.read(crd);
  project.edit(types, 'An example field', 'A better field');
  await expectSaid(`${types}: would update ${crd}`);
  expect(project.read(crd)).toBe(before);
});

it('notices what is saved while the first turn works', async () => {
  const project = await projectWithApi();
  const { expectSaid } = await watchedProject(project, [], () =>
    project.edit(types, 'An example field', 'A better field'),
  );
  await expectSaid(`${types}: update ${crd}\n`);
});

it('writes again what was generated, and then edited or removed', async () => {
  const { project, expectSaid } = await watched();
  const before = project.read(crd);
  project.edit(crd, 'An example field', 'My field');
  await expectSaid(`${crd}: update ${crd}\n`);
  expect(project.read(crd)).toBe(before);
  for (const folder of ['config/crd', 'config/crd/bases']) {
    rmSync(join(project.root, folder), { recursive: true });
    await expectSaid(`create ${crd}`);
    expect(project.read(crd)).toBe(before);
  }
});

it('looks at a sample again once it was edited', async () => {
  const { project, stderr, expectSaid } = await watched();
  const sample = 'config/samples/_v1_webserver.yaml';
  project.edit(sample, 'size: 1', 'size: many');
  await vi.waitFor(() => expect(stderr.text).toContain(`${sample}: nothing to do`), { timeout: 10_000 });
  expect(stderr.text).toContain('invalid-sample');
  await expectSaid('');
  project.edit(sample, 'size: many', 'size: 1');
  await expectSaid(`${sample}: nothing to do\n`);
});

it('notices each file that it reads, wherever it is', async () => {
  const around = testFolder({
    // A checkout: elsewhere nothing outside of the project is read.
    '.git/HEAD': '',
    'operator/.gitkeep': '',
    'shared/tsconfig.json': '{ "compilerOptions": { "paths": { "#parts": ["../parts/part.ts"] } } }',
    'shared/other.json': '{ "compilerOptions": { "paths": { "#parts": ["../parts/other.ts"] } } }',
    'parts/package.json': '{ "name": "parts" }',
    'parts/part.ts': 'export interface Part {\n  /** A part. */\n  one?: string;\n}\n',
    'parts/other.ts': 'export interface Part {\n  /** Another. */\n  one?: string;\n}\n',
  });
  const project = testFolder({}, undefined, join(around.root, 'operator'));
  await project.init();
  await project.createApi();
  const shared = relative(project.root, join(around.root, 'shared'));
  project.write('tsconfig.json', `{ "extends": "${shared}/tsconfig.json" }`);
  project.edit(types, "from './group-version.js';", "from './group-version.js';\nimport type { Part } from '#parts';");
  project.edit(types, 'size: Int32 = 1;', 'size: Int32 = 1;\n  part?: Part;');
  project.write('hack/header.txt', '# One\n');
  const settings = 'plugins:\n  manifests.operator-gen/v1:\n    headerFile: hack/header.txt\n';
  project.write('PROJECT', `${project.read('PROJECT')}${settings}`);
  const { expectSaid } = await watchedProject(project);
  expect(project.read(crd)).toContain('A part.');

  project.write('hack/header.txt', '# Two\n');
  await expectSaid('hack/header.txt: update ');
  expect(project.read(crd)).toMatch(/^# Two\n/);
  around.edit('parts/part.ts', 'A part', 'A good part');
  await expectSaid(`parts/part.ts: update ${crd}\n`);
  expect(project.read(crd)).toContain('A good part.');
  around.write('shared/tsconfig.json', around.read('shared/other.json'));
  await expectSaid(`shared/tsconfig.json: update ${crd}\n`);
  expect(project.read(crd)).toContain('Another.');
});

it.each<readonly [string, (path: string) => unknown]>([
  ['a link', (path) => symlinkSync('/etc/passwd', path)],
  ['a FIFO', (path) => execFileSync('mkfifo', [path])],
  ['a folder', (path) => mkdirSync(path)],
])('goes on where a file that it wrote becomes %s', async (_, make) => {
  const { project, expectSaid, end } = await watched();
  project.edit(types, 'An example field', 'A better field');
  await expectSaid(`update ${crd}`);
  rmSync(join(project.root, crd));
  make(join(project.root, crd));
  await expectSaid('nothing was written');
  rmSync(join(project.root, crd), { recursive: true });
  await expectSaid(`create ${crd}`);
  expect(await end()).toBe(130);
});
