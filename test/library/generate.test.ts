import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { generate } from '../../src/index.js';
import { projectWithApi, testFolder } from '../support/projects.js';
import { helperForTests } from '../support/upstream.js';

const types = 'src/api/v1/webserver.types.ts';
const crd = 'config/crd/bases/my.domain_webservers.yaml';

async function changed(options: Parameters<typeof generate>[0]) {
  const { files, diagnostics, written } = await generate(options);
  return {
    files: files.filter(({ action }) => action !== 'unchanged').map(({ action, path }) => `${action} ${path}`),
    codes: diagnostics.map(({ code }) => code),
    written,
  };
}

describe('generate', () => {
  it('answers every file with its content, and writes nothing unasked', async () => {
    const project = await projectWithApi();
    project.edit(types, 'An example field.', 'How many.');
    rmSync(join(project.root, 'src/register.ts'));
    const before = project.snapshot();
    const { files, diagnostics, written } = await generate({ cwd: project.root });
    expect({ diagnostics, written }).toEqual({ diagnostics: [], written: false });
    const byPath = new Map(files.map((each) => [each.path, each]));
    expect(byPath.get(crd)).toMatchObject({ action: 'update', content: expect.stringContaining('How many.') });
    expect(byPath.get('src/register.ts')).toMatchObject({ action: 'create' });
    expect(byPath.get('config/rbac/role.yaml')).toEqual({
      path: 'config/rbac/role.yaml',
      action: 'unchanged',
      content: project.read('config/rbac/role.yaml'),
    });
    expect(project.snapshot()).toEqual(before);
  });

  it('writes what it answers, from any folder of the project, and a second run has nothing to do', async () => {
    const project = await projectWithApi();
    project.edit(types, 'An example field.', 'How many.');
    const cwd = relative(process.cwd(), join(project.root, 'src/api'));
    const { files, written } = await generate({ cwd, write: true });
    expect(written).toBe(true);
    for (const { path, content } of files) expect(project.read(path)).toBe(content);
    expect(project.read(crd)).toContain('How many.');
    expect(await changed({ cwd, write: true })).toEqual({ files: [], codes: [], written: true });
  });

  it('answers what has to go without content', async () => {
    const project = await projectWithApi();
    rmSync(join(project.root, types));
    rmSync(join(project.root, 'src/controller'), { recursive: true });
    project.write('PROJECT', project.read('PROJECT').replace(/^resources:[^]*?^(?=\w)/m, ''));
    const { files } = await generate({ cwd: project.root, write: true });
    expect(files.find(({ path }) => path === crd)).toEqual({ path: crd, action: 'delete' });
    expect(() => project.read(crd)).toThrow('ENOENT');
  });

  it('answers problems and writes nothing', async () => {
    const project = await projectWithApi();
    project.edit(types, 'size: Int32', 'size: number');
    const before = project.snapshot();
    expect(await changed({ cwd: project.root, write: true })).toEqual({
      files: [],
      codes: ['bare-number'],
      written: false,
    });
    expect(project.snapshot()).toEqual(before);
    const empty = testFolder();
    expect(await changed({ cwd: empty.root, write: true })).toEqual({
      files: [],
      codes: ['project-not-found'],
      written: false,
    });
  });

  it('stops at a file of the user that is in the way', async () => {
    const project = await projectWithApi();
    project.edit(types, 'An example field.', 'How many.');
    rmSync(join(project.root, crd));
    project.write(`${crd}/note.txt`, 'mine');
    const before = project.snapshot();
    const { codes, written } = await changed({ cwd: project.root, write: true });
    expect({ codes, written }).toEqual({ codes: ['not-a-file'], written: false });
    expect(project.snapshot()).toEqual(before);
  });

  it('leaves alone what no run of this user has left, and refuses a journal that it did not write', async () => {
    const project = await projectWithApi();
    // A clone can bring both.
    const staged = '.operator-gen/staged-1-1000-0123abcd/new';
    project.write(staged, 'half');
    expect((await changed({ cwd: project.root, write: true })).codes).toEqual([]);
    expect(project.read(staged)).toBe('half');
    project.write('.operator-gen/pending/redo.json', '{}');
    expect((await changed({ cwd: project.root })).codes).toEqual(['untrusted-journal']);
    expect((await changed({ cwd: project.root, write: true })).codes).toEqual(['untrusted-journal']);
  });

  it('generates a chart with the helper, and leaves it as it is without', async ({ skip }) => {
    const helper = await helperForTests();
    if (helper === undefined) return skip('run `npm run upstream`, which needs Go');
    const project = await projectWithApi();
    await project.settings({ helm: true });
    const template = 'dist/chart/templates/crd/webservers.my.domain.yaml';
    const run = async (path: string) => {
      vi.stubEnv('OPERATOR_GEN_UPSTREAM', path);
      const { files, codes } = await changed({ cwd: project.root, write: true });
      vi.unstubAllEnvs();
      return { isMade: files.includes(`create ${template}`), codes };
    };
    expect(await run('none')).toEqual({ isMade: false, codes: ['output-not-generated'] });
    expect(await run(helper)).toEqual({ isMade: true, codes: [] });
    const made = project.read(template);
    project.edit(types, 'An example field.', 'How many.');
    expect((await run('none')).codes).toEqual(['output-not-generated']);
    expect(project.read(template)).toBe(made);
  });
});
