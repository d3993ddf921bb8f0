import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { projectWithApi, type TestProject } from '../support/projects.js';
import { cli, Kept } from './support.js';

const types = 'src/api/v1/webserver.types.ts';
const crd = 'config/crd/bases/my.domain_webservers.yaml';

interface Watched {
  readonly project: TestProject;
  /** Waits until this was said, and forgets all that was said so far. */
  readonly says: (text: string) => Promise<void>;
  readonly stderr: Kept;
  /** Ends it, and answers the exit code. */
  readonly end: () => Promise<number>;
}

async function watched(...flags: readonly string[]): Promise<Watched> {
  const project = await projectWithApi();
  const interrupt = new AbortController();
  const [stdout, stderr] = [new Kept(), new Kept()];
  const { manifests } = await import('../../src/operations/manifests.js');
  const running = cli(['manifests', '--watch', ...flags], {
    cwd: project.root,
    stdout,
    stderr,
    interrupt: interrupt.signal,
    operations: { manifests: async () => manifests } as never,
  });
  const end = async (): Promise<number> => {
    interrupt.abort();
    return (await running).exitCode;
  };
  onTestFinished(async () => void (await end()));
  const says = async (text: string): Promise<void> => {
    await vi.waitFor(() => expect(stderr.text).toContain(text), { timeout: 10_000 });
    stderr.text = '';
  };
  await says('Watching for changes');
  return { project, says, stderr, end };
}

it('writes again on every save, in one line', async () => {
  const { project, says, end } = await watched();
  project.edit(types, 'An example field', 'A better field');
  await says(`${types}: update ${crd}\n`);
  expect(project.read(crd)).toContain('A better field');

  // As many editors do: another file takes the place.
  writeFileSync(join(project.root, 'new.ts'), project.read(types).replace('A better field', 'The best field'));
  renameSync(join(project.root, 'new.ts'), join(project.root, types));
  await says(`${types}: update ${crd}\n`);
  expect(project.read(crd)).toContain('The best field');
  expect(await end()).toBe(130);
});

it('tells a problem, writes nothing, and goes on', async () => {
  const { project, says, stderr } = await watched();
  const before = project.read(crd);
  project.edit(types, 'size: Int32', 'size: number');
  await vi.waitFor(() => expect(stderr.text).toContain('nothing was written'), { timeout: 10_000 });
  expect(stderr.text).toContain('bare-number');
  expect(project.read(crd)).toBe(before);
  await says('');
  project.write(types, project.read(types).replace('size: number', 'size: Int32').replace('An example', 'One example'));
  await says(`${types}: update ${crd}\n`);
});

it('sees files that come in new folders, files that go, and PROJECT', async () => {
  const { project, says } = await watched();
  mkdirSync(join(project.root, 'src/shared/deep'), { recursive: true });
  project.write('src/shared/deep/part.ts', 'export interface Part { a: string }\n');
  await says('src/shared/deep/part.ts: nothing to do');
  rmSync(join(project.root, 'src/shared/deep/part.ts'));
  await says('src/shared/deep/part.ts: nothing to do');
  project.edit('PROJECT', 'projectName: ', 'projectName: another-');
  await says('PROJECT: update config/samples/_v1_webserver.yaml');
});

it('writes nothing in a dry run', async () => {
  const { project, says } = await watched('--dry-run');
  const before = project.read(crd);
  project.edit(types, 'An example field', 'A better field');
  await says(`${types}: would update ${crd}`);
  expect(project.read(crd)).toBe(before);
});
