import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../../../runtime/src/testing/index.js';
import { definitionObject, objectWith } from '../../support/definitions.js';
import { newProject, problemsOf } from '../../support/projects.js';
import { temporaryFolder } from '../../support/tree.js';

const spec = objectWith({
  mode: { type: 'string', enum: ['fast', 'safe'], default: 'fast' },
  port: { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true },
});
/** Two definitions of one plural, which only their groups tell apart. */
const things = definitionObject({ kind: 'Thing', spec });
const others = JSON.parse(
  JSON.stringify(definitionObject({ kind: 'Thing' })).replaceAll('example.com', 'example.org'),
) as object;

const assets = await findTestAssets();

describe.skipIf(!assets.found && process.env['CI'] !== 'true')('cluster:<name>', { timeout: 120_000 }, () => {
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await startTestEnvironment({ crds: [things, others], users: [{ name: 'nobody' }] });
  }, 120_000);
  afterAll(() => environment?.stop());
  afterEach(() => void vi.unstubAllEnvs());

  /** Selects the cluster with a kubeconfig that is changed. */
  function useConfig(change: (config: any) => void = () => undefined): void {
    const config = parse(readFileSync(environment.kubeconfigPath, 'utf8'));
    change(config);
    const file = join(temporaryFolder(), 'kubeconfig');
    writeFileSync(file, stringify(config));
    vi.stubEnv('KUBECONFIG', file);
  }

  it('imports the definition as the API server has it, by its plural and group', async () => {
    useConfig();
    const project = await newProject();
    const outcome = await project.fromCrd({ fromCrd: 'cluster:things.example.com', controller: false });
    // Among them would be a difference between the definition and the one that is generated.
    expect(problemsOf(outcome)).toEqual([]);
    const types = project.read('src/api/v1/thing.types.ts');
    expect(types).toContain("mode: 'fast' | 'safe' = 'fast';\n  port?: IntOrString;");
    expect(types).not.toContain('@Metadata');
    expect(parse(project.read('PROJECT')).resources).toMatchObject([
      { group: 'example', domain: 'com', kind: 'Thing' },
    ]);
  });

  it.each(['things.example.net', 'thing.example.com'])('has no definition %s', async (name) => {
    useConfig();
    const project = await newProject();
    const before = project.snapshot();
    const { diagnostics } = await project.fromCrd({ fromCrd: `cluster:${name}` });
    expect(diagnostics).toMatchObject([
      {
        code: 'crd-not-found',
        message: `cluster:${name} has no CustomResourceDefinition`,
        help: expect.stringContaining('<plural>.<group>'),
      },
    ]);
    expect(project.snapshot()).toEqual(before);
  });

  it.each(['', 'things', '../secrets', 'Things.example.com', '-', 'a b'])(
    'does not ask for a name that none can have: %j',
    async (name) => {
      useConfig();
      const project = await newProject();
      const { diagnostics } = await project.fromCrd({ fromCrd: `cluster:${name}` });
      expect(diagnostics).toMatchObject([
        { code: 'crd-source-unreadable', message: expect.stringContaining('<plural>.<group>') },
      ]);
    },
  );

  it('refuses a user without permission, and says which is missing', async () => {
    vi.stubEnv('KUBECONFIG', await environment.userKubeconfig('nobody'));
    const project = await newProject();
    const { diagnostics } = await project.fromCrd({ fromCrd: 'cluster:things.example.com' });
    expect(diagnostics).toMatchObject([
      {
        code: 'crd-source-unreadable',
        message: expect.stringMatching(/"nobody" cannot get resource "customresourcedefinitions"/),
      },
    ]);
  });

  it('cannot be reached', async () => {
    useConfig(({ clusters }) => {
      clusters[0].cluster.server = 'https://127.0.0.1:1';
    });
    const project = await newProject();
    const { diagnostics } = await project.fromCrd({ fromCrd: 'cluster:things.example.com' });
    expect(diagnostics).toMatchObject([
      { code: 'crd-source-unreadable', message: expect.stringContaining('ECONNREFUSED') },
    ]);
  });

  it('needs a kubeconfig', async () => {
    vi.stubEnv('KUBECONFIG', '/nowhere/kubeconfig');
    const project = await newProject();
    const { diagnostics } = await project.fromCrd({ fromCrd: 'cluster:things.example.com' });
    expect(diagnostics).toMatchObject([
      { code: 'crd-source-unreadable', message: expect.stringContaining('/nowhere/kubeconfig') },
    ]);
  });
});
