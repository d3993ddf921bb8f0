import { describe, expect, it } from 'vitest';
import { projectWithApi, type TestProject } from '../../support/projects.js';

const crd = 'config/crd/bases/my.domain_webservers.yaml';
const role = 'config/rbac/role.yaml';

/** A project whose PROJECT has these settings. */
async function projectWith(settings: string): Promise<TestProject> {
  const project = await projectWithApi();
  const lines = settings.split('\n').map((line) => `    ${line}\n`);
  project.write('PROJECT', `${project.read('PROJECT')}plugins:\n  manifests.operator-gen/v1:\n${lines.join('')}`);
  return project;
}

async function textOf(project: TestProject, path: string): Promise<string> {
  const { plan, diagnostics } = await project.manifests();
  expect(diagnostics).toEqual([]);
  return plan.files.find((each) => each.path === path)!.after!;
}

describe('the header of generated files', () => {
  it('is a file of the project, with the year of the project', async () => {
    const project = await projectWith('headerFile: hack/header.txt\nyear: 2024');
    project.write('hack/header.txt', '# Copyright YEAR Somebody.\n#\n# All rights YEAR.\n\n');
    for (const path of [crd, role]) {
      expect(await textOf(project, path)).toMatch(/^# Copyright 2024 Somebody\.\n#\n# All rights 2024\.\n---\n/);
    }
  });

  it.each([
    ['headerFile: hack/header.txt', undefined, 'PROJECT:1'],
    ['headerFile: folder', undefined, 'PROJECT:1'],
    ['headerFile: ../header.txt', undefined, 'PROJECT:1'],
    ['headerFile: hack/header.txt', 'Copyright\n', 'hack/header.txt:1'],
    ['headerFile: hack/header.txt', '#\n# Copyright YEAR\n', 'hack/header.txt:2'],
  ])('%s is refused', async (settings, text, place) => {
    const project = await projectWith(settings);
    project.write('folder/file', '');
    if (text !== undefined) project.write('hack/header.txt', text);
    const { diagnostics, plan } = await project.manifests();
    expect(diagnostics.map(({ code, position }) => [code, `${position?.file}:${position?.line}`])).toEqual([
      ['invalid-header', place],
    ]);
    expect(plan.files).toEqual([]);
  });
});

describe('settings of PROJECT', () => {
  it('decide about descriptions', async () => {
    const project = await projectWith('descriptions: drop');
    expect(await textOf(project, crd)).not.toContain('description:');
    const small = await projectWith('maxBytes: 1');
    expect(await textOf(small, crd)).not.toContain('description:');
  });

  it.each(['descriptions: some', 'maxBytes: many', 'maxBytes: 0', 'descriptoins: drop'])(
    '%s is refused',
    async (line) => {
      const project = await projectWith(line);
      const { diagnostics } = await project.manifests();
      expect(diagnostics.map(({ code, position }) => [code, position?.file])).toEqual([['invalid-project', 'PROJECT']]);
    },
  );
});
