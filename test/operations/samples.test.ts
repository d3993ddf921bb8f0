import { describe, expect, it } from 'vitest';
import { projectWithApi } from '../support/projects.js';

const sample = 'config/samples/_v1_webserver.yaml';

describe('a sample that was edited', () => {
  it.each([
    ['is left alone while it is right', (text: string) => text.replace('size: 1', 'size: 7'), undefined],
    ['in another group', (text: string) => text.replace('my.domain/v1', 'my.domian/v1'), '2:13 it is in my.domain/v1'],
    ['with a wrong value', (text: string) => text.replace('size: 1', 'size: many'), 'many'],
    ['with a field that is not there', (text: string) => text.replace('size: 1', 'sizes: 1'), 'no field sizes'],
    ['that is no YAML', (text: string) => `${text}\n  - : [`, ''],
    ['with another object beside it', (text: string) => `${text}---\napiVersion: v1\nkind: Secret\n`, undefined],
  ])('%s', async (_, edit, problem) => {
    const project = await projectWithApi();
    project.write(sample, edit(project.read(sample)));
    const { diagnostics, plan } = await project.manifests();
    const found = diagnostics.filter(({ code }) => code === 'sample-refused');
    expect(plan.files.find(({ path }) => path === sample)?.action).toBe('unchanged');
    if (problem === undefined) {
      expect(diagnostics).toEqual([]);
      return;
    }
    expect(found).toHaveLength(1);
    expect(found[0]!.position?.file).toBe(sample);
    const [first, ...words] = problem.split(' ');
    if (/^\d+:\d+$/.test(first!)) {
      expect(`${found[0]!.position!.line}:${found[0]!.position!.column}`).toBe(first);
      expect(found[0]!.message).toContain(words.join(' '));
    } else expect(found[0]!.message).toContain(problem);
  });
});
