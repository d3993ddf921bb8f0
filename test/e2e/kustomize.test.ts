import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { toYaml } from '../../src/base/text/yaml.js';
import { refuse } from '../../src/base/diagnostics/diagnostic.js';
import { disk } from '../../src/base/io/disk.js';
import { buildKustomization, type BuiltObject } from '../../src/output/kustomize/build.js';
import { deployedObjects } from '../../src/features/deployment/deployed-objects.js';
import { kustomize } from '../../src/output/kustomize/kustomize.js';
import { asKubernetes } from '../../src/base/text/yaml-documents.js';
import { HelperFailed, startHelper, type RunningHelper } from '../../src/base/helper/helper-process.js';
import type { Helper } from '../../src/base/helper/helper.js';
import { kustomizeCases, type KustomizeCase } from '../support/kustomize-cases.js';
import { namedKustomizations } from '../support/named-kustomizations.js';
import { byIdentity, type Rendered } from '../support/rendered-chart.js';
import { helperForTests, upstreamThat } from '../support/upstream.js';

const path = await helperForTests();
const root = new URL('../../examples/cronjob', import.meta.url).pathname;

const byText = (one: readonly string[], other: readonly string[]): number =>
  one.join(' ').localeCompare(other.join(' '));

/** Reads an object as the API server does. */
function read(text: string): Rendered {
  return parse(text, { ...asKubernetes, intAsBigInt: true });
}

const asRead = (objects: readonly BuiltObject[]): Rendered =>
  byIdentity(objects.map(({ object }) => read(toYaml(object).slice('---\n'.length))));

describe.skipIf(path === undefined)('a kustomization is built as by kustomize', () => {
  let helper: RunningHelper;
  let upstream: Helper;
  beforeAll(() => {
    helper = startHelper(path!);
    upstream = upstreamThat((question) => helper.ask(question));
  });
  afterAll(() => helper?.end());

  const expected = async (files: KustomizeCase['files']): Promise<Rendered> => {
    const { built = [], problem } = await helper.ask({ operation: 'kustomize', root, folder: 'case', files });
    expect(problem).toBeUndefined();
    return byIdentity(built.map(({ object }) => read(object)));
  };
  const filesOf = (files: KustomizeCase['files']) => ({ host: disk, root, planned: new Map(Object.entries(files)) });

  it.each(kustomizeCases)('without a helper: $what', async ({ files }) => {
    const ours = buildKustomization('case', (file) => files[file]);
    expect(ours.isWhole).toBe(true);
    expect(asRead(ours.objects)).toEqual(await expected(files));
  });

  it.each([...kustomizeCases, ...namedKustomizations])('with names of its own: $what', async ({ files: given }) => {
    const text = given['case/kustomization.yaml']!;
    // Names of its own come with a namespace.
    const whole = /^namespace:/m.test(text) ? text : `${text}namespace: here\n`;
    const files = { ...given, 'case/kustomization.yaml': whole };
    const { namePrefix = '', namespace } = read(whole);
    const names = { nameOf: (name: string) => namePrefix + name, namespace };
    const ours = await kustomize(upstream, filesOf(files), { folder: 'case', names });
    expect(asRead(ours as readonly BuiltObject[])).toEqual(await expected(files));
  });

  const [twice] = namedKustomizations;

  it('says which file has an object, and the name that it has there', async () => {
    const names = {
      nameOf: (name: string, kind: string, declared: string) => `${kind} ${declared} ${name}`,
      namespace: 'n',
    };
    const built = (await kustomize(upstream, filesOf(twice!.files), {
      folder: 'case',
      names,
    })) as readonly BuiltObject[];
    const found = built.map(({ file, declaredName, object }) => [
      file,
      declaredName,
      read(toYaml(object)).metadata.name,
    ]);
    expect(found.filter(([file]) => file === 'config/two/all.yaml').toSorted(byText)).toEqual([
      ['config/two/all.yaml', 'main', 'Deployment main main-two'],
      ['config/two/all.yaml', 'reader', 'Role reader reader-two'],
      ['config/two/all.yaml', 'reader', 'RoleBinding reader reader-two'],
      ['config/two/all.yaml', 'robot', 'ServiceAccount robot robot-two'],
      ['config/two/all.yaml', 'settings', 'ConfigMap settings settings-two'],
    ]);
    expect(found.find(([file, , name]) => file === 'config/one/all.yaml' && name.startsWith('Deploy'))?.[2]).toBe(
      'Deployment main one-main',
    );
  });

  it('gives references the kind of the object that they name', async () => {
    const objects = `${twice!.files['config/one/all.yaml']!.replaceAll('robot', 'main')}---
apiVersion: v1
kind: Service
metadata: {name: main, namespace: system}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: main}
webhooks: [{name: a.b.c, clientConfig: {service: {name: main, namespace: system}}}]
`;
    const files = { 'case/kustomization.yaml': 'resources: [all.yaml]\n', 'case/all.yaml': objects };
    const names = { nameOf: (name: string, kind: string) => `${kind} ${name}`, namespace: 'n' };
    const built = (await kustomize(upstream, filesOf(files), { folder: 'case', names })) as readonly BuiltObject[];
    const ofKind = (kind: string): Rendered => built.find(({ object }) => object['kind'] === kind)?.object;
    const deployment = ofKind('Deployment');
    expect(deployment.metadata.name).toBe('Deployment main');
    expect(deployment.spec.template.spec.serviceAccountName).toBe('ServiceAccount main');
    expect(ofKind('RoleBinding').subjects[0].name).toBe('ServiceAccount main');
    expect(ofKind('ValidatingWebhookConfiguration').webhooks[0].clientConfig.service.name).toBe('Service main');
  });

  it('does without a file of config/ that is not read, if the build does', async () => {
    const files = {
      'case/kustomization.yaml': 'resources: [all.yaml]\n',
      'case/all.yaml': twice!.files['config/one/all.yaml']!,
    };
    const { host, ...rest } = filesOf(files);
    const refusing = {
      ...host,
      list: () => ['huge.yaml'],
      kind: () => 'file' as const,
      read: (): string =>
        refuse('unsupported-file', { path: 'config/huge.yaml', reason: 'is huge', remedy: 'split it' }),
    };
    const built = await kustomize(upstream, { ...rest, host: refusing }, { folder: 'case' });
    expect(built).toHaveLength(5);
  });

  it('is read as far as possible where kustomize refuses', async () => {
    const files = {
      'case/kustomization.yaml': 'resources: [all.yaml, all.yaml]\n',
      'case/all.yaml': twice!.files['config/one/all.yaml']!,
    };
    const { objects, isWhole } = await deployedObjects(upstream, filesOf(files), 'case');
    expect(objects.length).toBeGreaterThan(0);
    expect(isWhole).toBe(false);
    const refused = await kustomize(upstream, filesOf(files), { folder: 'case' });
    expect(refused).toMatchObject({
      reason: expect.stringContaining('may not add resource with an already registered id') as string,
      cause: { file: 'case/kustomization.yaml' },
    });
  });

  it('is read as far as possible where the helper fails', async () => {
    const { files } = kustomizeCases[0]!;
    const broken = upstreamThat(() => Promise.reject(new HelperFailed('the helper ended')));
    const built = await deployedObjects(broken, filesOf(files), 'case');
    expect(built).toMatchObject({ isWhole: false, objects: [expect.anything()] });
    const failed = await kustomize(broken, filesOf(files), { folder: 'case' });
    expect(failed).toMatchObject({ cause: { failure: 'the helper ended' } });
  });
});
