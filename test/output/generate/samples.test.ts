import { describe, expect, it } from 'vitest';
import { projectWithApi } from '../../support/projects.js';

const sample = 'config/samples/_v1_webserver.yaml';

describe('a sample that was edited', () => {
  it.each([
    ['is left alone while it is right', (text: string) => text.replace('size: 1', 'size: 7'), undefined],
    ['in another group', (text: string) => text.replace('my.domain/v1', 'my.domian/v1'), '2:13 it is in my.domain/v1'],
    ['with a wrong value', (text: string) => text.replace('size: 1', 'size: many'), 'many'],
    ['with a field that is not there', (text: string) => text.replace('size: 1', 'sizes: 1'), 'no field sizes'],
    [
      'in a version that is not there',
      (text: string) => text.replace('my.domain/v1', 'my.domain/v2'),
      '2:13 my.domain/v1',
    ],
    ['without a version', (text: string) => text.replace('apiVersion: my.domain/v1\n', ''), 'it has no apiVersion'],
    [
      'with a namesake of another group beside it',
      (text: string) => `${text}---\napiVersion: other.io/v1\nkind: WebServer\nspec: { any: thing }\n`,
      undefined,
    ],
    [
      'with a namesake of another group of the same domain',
      (text: string) => `${text}---\napiVersion: ours.domain/v1\nkind: WebServer\n`,
      undefined,
    ],
    [
      'with another object beside it whose apiVersion is not text',
      (text: string) => `${text}---\napiVersion: { toString: 1 }\nkind: Other\n`,
      undefined,
    ],
    [
      'whose apiVersion is not text',
      (text: string) => text.replace('my.domain/v1', '{ toString: 1 }'),
      'no apiVersion',
    ],
    ['with a merge of no mapping', (text: string) => `${text}<<: 1\n`, 'Merge sources must be maps'],
    ['with the tag of a merge', (text: string) => `${text}!!merge x: 1\n`, 'Merge sources must be maps'],
    ['with an alias that leads nowhere', (text: string) => `${text}x: *nowhere\n`, 'nowhere'],
    ['that is not YAML', (text: string) => `${text}\n  - : [`, ''],
    ['with another object beside it', (text: string) => `${text}---\napiVersion: v1\nkind: Secret\n`, undefined],
  ])('%s', async (_, edit, problem) => {
    const project = await projectWithApi();
    project.write(sample, edit(project.read(sample)));
    const { diagnostics, plan } = await project.manifests();
    const found = diagnostics.filter(({ code }) => code === 'invalid-sample');
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

  it('keeps a time without quotes a text, as the API server does', async () => {
    const { diagnostics } = await edited('at?: string; clock?: string', (text) =>
      text.replace('size: 1', 'size: 1\n  at: 2026-01-01T00:00:00Z\n  clock: 1:30'),
    );
    expect(diagnostics).toEqual([]);
  });

  it('points at the line of a key with dots', async () => {
    const { diagnostics, text } = await edited('labels?: { [key: string]: string }', (before) =>
      before.replace('size: 1', 'size: 1\n  labels:\n    one: two\n    app.kubernetes.io/name: 3'),
    );
    const line = text.split('\n').findIndex((each) => each.includes('app.kubernetes.io/name: 3')) + 1;
    expect(diagnostics.map(({ message, position }) => [message, position?.line, position?.column])).toEqual([
      [expect.stringContaining('3 is not a string'), line, 29],
    ]);
  });
});

/** What is said of the sample of a kind with some more fields, once the sample was edited. */
async function edited(fields: string, edit: (text: string) => string) {
  const project = await projectWithApi();
  project.edit('src/api/v1/webserver.types.ts', 'size: Int32 = 1;', `size: Int32 = 1;\n  ${fields};`);
  project.write(sample, edit(project.read(sample)));
  const { diagnostics } = await project.manifests();
  return { diagnostics, text: project.read(sample) };
}
