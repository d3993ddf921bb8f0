import { describe, expect, it } from 'vitest';
import {
  changesOf,
  newProject,
  problemsOf,
  projectWithApi,
  testFolder,
  type TestProject,
} from '../../support/projects.js';

const types = 'src/api/v1/webserver.types.ts';
const crd = 'config/crd/bases/my.domain_webservers.yaml';
const apache = { license: 'apache2', owner: 'The Authors', year: 2026 } as const;

const codeOf = (project: TestProject): string[] =>
  Object.keys(project.snapshot()).filter((path) => path.endsWith('.ts'));

describe('edit --license', () => {
  it('begins every file with the notice, and back gives the tree byte for byte', async () => {
    const project = await projectWithApi();
    project.edit(types, 'export class WebServerSpec {', '// Mine.\nexport class WebServerSpec {');
    project.write('src/mine.ts', 'export const mine = 1;\n');
    const before = project.snapshot();
    expect(problemsOf(await project.settings(apache))).toEqual([]);
    for (const path of codeOf(project).filter((each) => each !== 'src/mine.ts')) {
      expect(project.read(path)).toMatch(/^\/\*\nCopyright 2026 The Authors\n\nLicensed under the Apache License/);
    }
    expect(project.read(types)).toContain('\n*/\n\nimport {');
    expect(project.read(types)).toContain('// Mine.');
    expect(project.read('src/mine.ts')).toBe('export const mine = 1;\n');
    for (const path of [crd, 'config/rbac/role.yaml', 'hack/boilerplate.txt']) {
      expect(project.read(path)).toMatch(/^# Copyright 2026 The Authors\n#\n# Licensed under the Apache License/);
    }
    expect(project.read('LICENSE')).toMatch(/Apache License[^]*Copyright 2026 The Authors\n/);
    expect(problemsOf(await project.check())).toEqual([]);
    expect(changesOf(await project.check())).toEqual([]);
    expect(changesOf(await project.settings({ ...apache, year: 2031 }))).toEqual([]);
    expect(problemsOf(await project.settings({ license: 'none' }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('changes the owner in files that the user has changed, too, and keeps the year', async () => {
    const project = await projectWithApi();
    await project.settings(apache);
    project.edit(types, 'export class', '// Mine.\nexport class');
    expect(problemsOf(await project.settings({ owner: 'Others', year: 2030 }))).toEqual([]);
    expect(project.read(types)).toMatch(/^\/\*\nCopyright 2026 Others\n\nLicensed[^]*\/\/ Mine\./);
    expect(project.read('LICENSE')).toContain('Copyright 2026 Others');
    expect(problemsOf(await project.settings({ license: 'none', owner: 'Others' }))).toEqual([]);
    expect(project.read(types)).toMatch(/^\/\*\nCopyright 2026 Others\n\*\/\n\nimport/);
    expect(project.read('PROJECT')).toContain(
      '  license.operator-gen/v1:\n    license: none\n    owner: Others\n    year: 2026\n',
    );
  });

  it('takes words of the user, and keeps a LICENSE and a header that are theirs', async () => {
    const project = testFolder({
      LICENSE: 'Mine.\n',
      'words.txt': '/*\nCopyright YEAR Me.\n\nAll rights reserved.\n*/\n',
    });
    expect(problemsOf(await project.init({ licenseFile: 'words.txt', year: 2026 }))).toEqual([]);
    expect(project.read('src/main.ts')).toMatch(/^\/\*\nCopyright 2026 Me\.\n\nAll rights reserved\.\n\*\/\n\nimport/);
    expect(problemsOf(await project.settings(apache))).toEqual([]);
    expect(project.read('LICENSE')).toBe('Mine.\n');
    expect(project.read('src/main.ts')).toMatch(/^\/\*\nCopyright 2026 The Authors\n/);
  });

  it('refuses text that is not a comment, and flags that cannot be combined', async () => {
    const project = testFolder({ 'words.txt': 'one */ two\n', 'empty.txt': '/*\n*/\n' });
    await project.init();
    expect(problemsOf(await project.settings({ licenseFile: 'words.txt' }))).toEqual(['invalid-license']);
    expect(problemsOf(await project.settings({ licenseFile: 'empty.txt' }))).toEqual(['invalid-license']);
    expect(problemsOf(await project.settings({ licenseFile: 'missing.txt' }))).toEqual(['invalid-license']);
    expect(problemsOf(await project.settings({ licenseFile: 'words.txt', owner: 'Me' }))).toEqual([
      'conflicting-flags',
    ]);
    expect(problemsOf(await project.settings({ owner: 'Me */' }))).toEqual(['invalid-name']);
  });
});

describe('init with settings', () => {
  it('makes what init and edit make', async () => {
    const settings = { multigroup: true, namespaced: true, ...apache } as const;
    const one = testFolder();
    expect(problemsOf(await one.init(settings))).toEqual([]);
    const other = await newProject();
    await other.settings(settings);
    // The record tells PROJECT as it was at first.
    const filesOf = (tree: Record<string, string>) =>
      Object.entries(tree).filter(([path]) => path !== '.operator-gen/scaffold.json');
    expect(filesOf(one.snapshot())).toEqual(filesOf(other.snapshot()));
  });
});
