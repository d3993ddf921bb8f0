import { describe, expect, it } from 'vitest';
import { changesOf, newProject, problemsOf, projectWithApi } from '../support/projects.js';

const kustomization = 'config/default/kustomization.yaml';
const resources = (text: string): string => /^resources:\n((?:[-# ].*\n)+)/m.exec(text)![1]!;

describe('edit --enable', () => {
  it('deploys the ServiceMonitor, and --disable gives the tree back byte for byte', async () => {
    const project = await projectWithApi();
    const before = project.snapshot();
    const enabled = await project.settings({ enable: ['prometheus'] });
    expect(problemsOf(enabled)).toEqual([]);
    const changed = [kustomization, 'PROJECT', '.operator-gen/scaffold.json'];
    expect(changesOf(enabled).toSorted()).toEqual(changed.map((path) => `update ${path}`).toSorted());
    expect(resources(project.read(kustomization))).toContain('- ../prometheus\n');
    expect(project.read('PROJECT')).toContain('plugins:\n  features.operator-gen/v1:\n    prometheus: true\n');
    expect(problemsOf(await project.check())).toEqual([]);
    expect(changesOf(await project.check())).toEqual([]);

    const after = project.snapshot();
    const again = await project.settings({ enable: ['prometheus'] });
    expect(again.summary).toBe('The project already has these settings.');
    expect(project.snapshot()).toEqual(after);

    expect(problemsOf(await project.settings({ disable: ['prometheus'] }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('merges into an edited kustomization', async () => {
    const project = await projectWithApi();
    project.edit(kustomization, '- ../manager\n', '# Ours.\n- ../manager\n- ../database\n');
    project.write('config/database/kustomization.yaml', 'resources: []\n');
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ enable: ['prometheus'] }))).toEqual([]);
    expect(project.read(kustomization)).toContain('# Ours.\n- ../manager\n- ../database\n');
    expect(resources(project.read(kustomization))).toContain('- ../prometheus\n');
    expect(problemsOf(await project.settings({ disable: ['prometheus'] }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it.each(['- ../prometheus', '- "../prometheus" # Ours.', '- ../prometheus/monitor.yaml', '- ../prometheus/'])(
    'only records what a user has added as %s',
    async (line) => {
      const project = await projectWithApi();
      project.edit(kustomization, '- ../manager\n', `${line}\n- ../manager\n`);
      const before = project.read(kustomization);
      const { summary, ...enabled } = await project.settings({ enable: ['prometheus'] });
      expect(problemsOf({ summary, ...enabled })).toEqual([]);
      expect(summary).toBe('Updated the project test-operator.');
      expect(project.read(kustomization)).toBe(before);
      expect(project.read('PROJECT')).toContain('prometheus: true');
      expect(changesOf(await project.check())).toEqual([]);
    },
  );

  it('refuses a feature that is both to be enabled and to be disabled', async () => {
    const project = await newProject();
    const refused = await project.settings({ enable: ['prometheus'], disable: ['prometheus'] });
    expect(problemsOf(refused)).toEqual(['conflicting-flags']);
  });
});
