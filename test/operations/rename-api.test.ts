import { describe, expect, it } from 'vitest';
import { changesOf, problemsOf, testFolder, type TestProject } from '../support/projects.js';

const shop = { group: 'shop' };

/** A project with two kinds, two versions, webhooks, a conversion, and webhooks of a core kind. */
async function largeProject(multigroup = false): Promise<TestProject> {
  const project = testFolder();
  await project.init();
  if (multigroup) await project.settings({ multigroup });
  const made = [
    await project.createApi(shop),
    await project.createApi({ ...shop, version: 'v2' }),
    await project.createApi({ ...shop, kind: 'Cart', namespaced: false, plural: 'trolleys' }),
    await project.createWebhook({ ...shop, defaulting: true, validation: true }),
    await project.createWebhook({ ...shop, version: 'v2', conversion: true, spoke: ['v1'] }),
    await project.createWebhook({ group: 'apps', kind: 'Deployment', validation: true }),
  ];
  expect(made.flatMap(problemsOf).filter((code) => code !== 'webhook-of-core')).toEqual([]);
  return project;
}

const there = { ...shop, kind: 'WebServer' };
const back = { ...shop, kind: 'Site', toKind: 'WebServer' };

describe('rename api', () => {
  it('renames a kind everywhere, and back gives the tree byte for byte', async () => {
    const project = await largeProject();
    const before = project.snapshot();
    const outcome = await project.rename({ ...there, toKind: 'Site' });
    expect(problemsOf(outcome)).toEqual(['renamed-deployed']);
    const after = project.snapshot();
    const mentions = Object.entries(after).filter(([path, text]) => /web-?server/i.test(`${path} ${text}`));
    expect(mentions.map(([path]) => path)).toEqual([]);
    expect(problemsOf(await project.check())).toEqual([]);
    expect(changesOf(await project.check())).toEqual([]);
    expect(problemsOf(await project.rename(back))).toEqual(['renamed-deployed']);
    expect(project.snapshot()).toEqual(before);
  });
});
