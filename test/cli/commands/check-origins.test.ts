import { describe, expect, it } from 'vitest';
import { askHelper } from '../../support/ask-helper.js';
import { largeProject, type TestProject } from '../../support/projects.js';
import { helperForTests } from '../../support/upstream.js';

const helper = await helperForTests();
await askHelper();

const kustomization = 'config/default/kustomization.yaml';
const webhookList = 'config/webhook/kustomization.yaml';
const crd = 'config/crd/bases/shop.my.domain_webservers.yaml';
const servers = 'webservers.shop.my.domain';
const configuration = 'ValidatingWebhookConfiguration';
const annotations = '{op: add, path: /metadata/annotations, value: {team: light}}';
const scope = '{op: replace, path: /spec/scope, value: Cluster}';
const policy = '{op: replace, path: /webhooks/0/failurePolicy, value: Ignore}';

const entry = (target: string, ...operations: readonly string[]): string =>
  `- target: ${target}\n  patch: |-\n${operations.map((each) => `    - ${each}\n`).join('')}`;
const addPatch = (project: TestProject, patch: string): void =>
  project.edit(kustomization, 'patches:\n', `patches:\n${patch}`);

/** Adds a patch that only a transformer of kustomize applies, so that no field of the kustomization shows it. */
const addTransformer = (project: TestProject, kind: string, ...operations: readonly string[]): void => {
  project.write(
    'config/default/annotate.yaml',
    `apiVersion: builtin
kind: PatchTransformer
metadata: {name: annotate}
target: {kind: ${kind}}
patch: |
${operations.map((each) => `  - ${each}\n`).join('')}`,
  );
  project.write(kustomization, `${project.read(kustomization)}transformers: [annotate.yaml]\n`);
};

/** A configuration of the user's own, which calls the Service of the operator. */
const addConfiguration = (project: TestProject): void => {
  project.write(
    'config/webhook/own.yaml',
    `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: own}
webhooks:
- name: own.my.domain
  admissionReviewVersions: [v1]
  clientConfig: {service: {name: webhook-service, namespace: system, path: /mutate-own}}
  sideEffects: None
  rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [services]}]
`,
  );
  project.edit(webhookList, '- manifests.yaml\n', '- manifests.yaml\n- own.yaml\n');
};

type Case = readonly [what: string, edit: (project: TestProject) => void, expected: readonly string[]];

const changed = [`warning deployed-changed ${kustomization}`];

/** Kustomizations that replace all annotations of an object, with those in which kustomize writes where it is from. */
const cases: readonly Case[] = [
  ['a configuration', (project) => addPatch(project, entry(`{kind: ${configuration}}`, annotations)), []],
  [
    'a definition',
    (project) => addPatch(project, entry(`{kind: CustomResourceDefinition, name: ${servers}}`, annotations, scope)),
    changed,
  ],
  [
    'a configuration in its own kustomization',
    (project) =>
      project.write(
        webhookList,
        `${project.read(webhookList)}patches:\n${entry(`{kind: ${configuration}}`, annotations, policy)}`,
      ),
    changed,
  ],
  [
    'a configuration, by its metadata',
    (project) =>
      addPatch(
        project,
        entry(
          `{kind: ${configuration}}`,
          '{op: replace, path: /metadata, value: {name: validating-webhook-configuration}}',
          policy,
        ),
      ),
    changed,
  ],
  [
    'a definition, without new ones',
    (project) =>
      addPatch(
        project,
        entry(`{kind: CustomResourceDefinition, name: ${servers}}`, '{op: remove, path: /metadata/annotations}', scope),
      ),
    changed,
  ],
  [
    'a configuration, by a strategic merge patch',
    (project) => {
      const patch = `- patch: |-
    apiVersion: admissionregistration.k8s.io/v1
    kind: ${configuration}
    metadata: {name: validating-webhook-configuration, annotations: {$patch: replace, team: light}}
`;
      addPatch(project, patch + entry(`{kind: ${configuration}}`, policy));
    },
    changed,
  ],
  [
    'a configuration with another failure policy',
    (project) => addPatch(project, entry(`{kind: ${configuration}}`, annotations, policy)),
    changed,
  ],
  [
    'a role with a rule that no marker declares',
    (project) =>
      addPatch(
        project,
        entry(
          '{kind: ClusterRole, name: manager-role}',
          annotations,
          '{op: add, path: /rules/-, value: {apiGroups: [""], resources: [nodes], verbs: [delete]}}',
        ),
      ),
    changed,
  ],
  [
    'a copy of a definition',
    (project) => {
      const text = project.read(crd).replace('scope: Namespaced', 'scope: Cluster');
      project.write('config/crd/bases/copy.yaml', text);
      project.edit('config/crd/kustomization.yaml', '- bases/shop.my.domain_webservers.yaml', '- bases/copy.yaml');
      addPatch(project, entry('{kind: CustomResourceDefinition}', annotations));
    },
    ['error deployed-instead config/crd/bases/copy.yaml'],
  ],
  ['a configuration, by a transformer', (project) => addTransformer(project, configuration, annotations), []],
  [
    'a configuration with another failure policy, by a transformer',
    (project) => addTransformer(project, configuration, annotations, policy),
    changed,
  ],
  [
    'a configuration of the user beside the generated one, by a transformer',
    (project) => {
      addConfiguration(project);
      addTransformer(project, 'MutatingWebhookConfiguration, name: own', annotations);
    },
    [],
  ],
  [
    'a configuration of the user beside the generated one',
    addConfiguration,
    ['error deployed-instead config/webhook/own.yaml'],
  ],
];

describe.skipIf(helper === undefined)('check knows the file of an object whose annotations are replaced', () => {
  it.each(cases)('of %s', async (_what, edit, expected) => {
    const project = await largeProject();
    edit(project);
    const { diagnostics } = await project.check();
    const found = diagnostics.filter(({ code }) =>
      /^(?:deployed-(?:instead|changed|permissions|without-service)|kustomization-failed)$/.test(code),
    );
    expect(found.map(({ severity, code, position }) => `${severity} ${code} ${position?.file}`)).toEqual(expected);
  });
});
