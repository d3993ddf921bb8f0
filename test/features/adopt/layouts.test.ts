import { describe, expect, it } from 'vitest';
import { disk } from '../../../src/base/io/disk.js';
import { buildKustomization } from '../../../src/output/kustomize/build.js';
import { kustomize, textOf } from '../../../src/output/kustomize/kustomize.js';
import { listAt, textAt, textsAt } from '../../../src/base/model/json-at.js';
import { kindOf, nameOf } from '../../../src/base/model/kubernetes-object.js';
import type { Diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import { readGoCode } from '../../support/ask-helper.js';
import {
  binding,
  deployedProject as project,
  deployment,
  head,
  list,
  usualProject,
} from '../../support/deployed-project.js';
import { goProject } from '../../support/go-project.js';
import { changesOf, testFolder, type TestProject } from '../../support/projects.js';
import type { Tree } from '../../support/tree.js';
import { goReader } from '../../support/upstream.js';

await readGoCode();

const components = {
  manager: 'config/components/manager',
  rbac: 'config/components/rbac',
  crd: 'config/components/crd',
  webhook: 'config/components/webhook',
};
const all = ['manager', 'rbac', 'crd', 'webhook'];
const usual = { manager: 'config/manager', rbac: 'config/rbac', crd: 'config/crd', webhook: 'config/webhook' };

const rbacFiles = ['service_account.yaml', 'role.yaml', 'role_binding.yaml', 'leader.yaml'];
const secretsRole = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: secrets-role}
rules:
- {apiGroups: [""], resources: [secrets], verbs: [update]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: secrets-rolebinding}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: secrets-role}
subjects:
- {kind: ServiceAccount, name: controller-manager, namespace: system}
`;

const layouts: Readonly<Record<string, Tree>> = {
  'folders below config/components': project(components, {
    'config/default/kustomization.yaml': head + list(...all.map((each) => `../components/${each}`)),
  }),
  'a base of its own below several overlays': project(
    {
      manager: 'config/base/operator',
      rbac: 'config/base/permissions',
      crd: 'config/base/definitions/crd',
      webhook: 'config/base/admission',
    },
    {
      'config/base/kustomization.yaml': list('operator', 'permissions', 'definitions/crd', 'admission'),
      'config/default/kustomization.yaml': head + list('../base'),
      'config/overlays/prod/kustomization.yaml': list('../../default'),
      'config/overlays/dev/kustomization.yml': `${list('../../default')}nameSuffix: -dev\n`,
    },
  ),
  'components of kustomize': project(components, {
    'config/components/webhook/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
${list('manifests.yaml', 'service.yaml')}`,
    'config/default/kustomization.yaml': `${head}${list('../components/manager', '../components/rbac', '../components/crd')}components:
- ../components/webhook
`,
  }),
  'a role of its own for Secrets beside the one of its controllers': project(components, {
    'config/components/rbac/kustomization.yaml': list(...rbacFiles, 'secrets.yaml', 'bound.yaml'),
    'config/components/rbac/secrets.yaml': secretsRole.split('---\n')[0]!,
    'config/components/rbac/bound.yaml': secretsRole.split('---\n')[1]!,
    'config/default/kustomization.yaml': head + list(...all.map((each) => `../components/${each}`)),
  }),
  'the command in a strategic merge patch, with a sidecar': project(components, {
    'config/components/manager/manager.yaml': deployment.replace(
      '      - command:\n        - /manager\n        args:',
      '      - args:',
    ),
    'config/default/run.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: controller-manager
  namespace: system
spec:
  template:
    spec:
      containers:
      - name: manager
        command:
        - /lantern
        - --leader-elect
      - name: kube-rbac-proxy
        image: proxy
        command: [/proxy]
        args: [--upstream=http://127.0.0.1:8080/, --v=10]
`,
    'config/default/kustomization.yaml': `${head}${list(...all.map((each) => `../components/${each}`))}patches:
- path: run.yaml
`,
  }),
  'two Deployments': project(components, {
    'config/components/manager/kustomization.yaml': list('manager.yaml', 'webhooks.yaml', 'console.yaml'),
    'config/components/manager/webhooks.yaml': deployment.replace('name: controller-manager', 'name: webhook-manager'),
    'config/components/manager/console.yaml': deployment
      .replace('name: controller-manager', 'name: console')
      .replace('name: manager', 'name: console')
      .replace(/image: .*/, 'image: example.com/console:1')
      .replace('        - /manager', '        - /console')
      .replace('        - --leader-elect\n        - --color=warm\n', '        - --theme=dark\n'),
    'config/default/kustomization.yaml': head + list(...all.map((each) => `../components/${each}`)),
  }),
};

/** The usual folders, with a file at another path. */
function moved(path: string, to: string, kustomizations: Readonly<Record<string, string | undefined>>): Tree {
  const { [path]: text, ...others } = usualProject;
  const files = Object.entries({ ...others, [to]: text, ...kustomizations });
  return Object.fromEntries(files.flatMap(([each, content]) => (content === undefined ? [] : [[each, content]])));
}

const usualRbac = ['service_account.yaml', 'role_binding.yaml', 'leader.yaml'];
const withExtra = {
  'config/default/kustomization.yaml': `${usualProject['config/default/kustomization.yaml']}- ../extra\n`,
};
const role = 'config/rbac/role.yaml';

const others: Readonly<Record<string, Tree>> = {
  'the role in another file of its folder': moved(role, 'config/rbac/cluster.yaml', {
    'config/rbac/kustomization.yaml': list(...usualRbac, 'cluster.yaml'),
  }),
  'the role in a folder below its own': moved(role, 'config/rbac/manager/cluster.yaml', {
    'config/rbac/kustomization.yaml': list(...usualRbac, 'manager/cluster.yaml'),
  }),
  'the role in another folder, beside its own': moved(role, 'config/extra/role.yaml', {
    'config/rbac/kustomization.yaml': list(...usualRbac),
    'config/extra/kustomization.yaml': list('role.yaml'),
    ...withExtra,
  }),
  'the workload in a folder below its own': {
    ...project(
      { manager: 'config/manager/base', rbac: 'config/rbac', crd: 'config/crd', webhook: 'config/webhook' },
      { 'config/default/kustomization.yaml': head + list('../manager/base', '../rbac', '../crd', '../webhook') },
    ),
  },
  'the workload in another file of its folder, which has no kustomization': moved(
    'config/manager/manager.yaml',
    'config/manager/deployment.yaml',
    {
      'config/default/kustomization.yaml': head + list('..'),
      'config/kustomization.yaml': list('manager/deployment.yaml', 'rbac', 'crd', 'webhook'),
      'config/manager/kustomization.yaml': undefined,
    },
  ),
  'the workload in two folders below its own': {
    ...project(
      { manager: 'config/manager/parts/run', rbac: 'config/rbac', crd: 'config/crd', webhook: 'config/webhook' },
      {
        'config/default/kustomization.yaml': head + list('../manager/parts', '../rbac', '../crd', '../webhook'),
        'config/manager/parts/kustomization.yml': list('run'),
      },
    ),
  },
  'the roles in a folder below their own': project(
    { ...usual, rbac: 'config/rbac/base' },
    {
      'config/default/kustomization.yaml':
        head + list(...all.map((each) => `../${each}${each === 'rbac' ? '/base' : ''}`)),
    },
  ),
  'the definitions in a folder below their own': project(
    { ...usual, crd: 'config/crd/base' },
    {
      'config/default/kustomization.yaml':
        head + list(...all.map((each) => `../${each}${each === 'crd' ? '/base' : ''}`)),
    },
  ),
  'the webhooks in a folder below their own': project(
    { ...usual, webhook: 'config/webhook/base' },
    {
      'config/default/kustomization.yaml':
        head + list(...all.map((each) => `../${each}${each === 'webhook' ? '/base' : ''}`)),
    },
  ),
  'a kustomization above the folder of the role': moved(role, 'config/rbac/cluster.yaml', {
    'config/default/kustomization.yaml': head + list('..'),
    'config/kustomization.yaml': list(
      'manager',
      'crd',
      'webhook',
      ...[...usualRbac, 'cluster.yaml'].map((each) => `rbac/${each}`),
    ),
    'config/rbac/kustomization.yaml': list(),
  }),
  'the webhooks in another file of their folder': moved('config/webhook/manifests.yaml', 'config/webhook/hooks.yaml', {
    'config/webhook/kustomization.yaml': list('hooks.yaml', 'service.yaml'),
  }),
  'a definition in another folder, beside its own': moved(
    'config/crd/bases/lanterns.yaml',
    'config/extra/lanterns.yaml',
    {
      'config/crd/kustomization.yaml': 'resources: []\n',
      'config/extra/kustomization.yaml': list('lanterns.yaml'),
      ...withExtra,
    },
  ),
};

/** What config/default builds after adopt. */
function built(adopted: TestProject) {
  const read = (path: string): string | undefined =>
    textOf({ host: disk, root: adopted.root, planned: new Map() }, path);
  const { objects, isWhole } = buildKustomization('config/default', read);
  expect(isWhole).toBe(true);
  return objects;
}

const errorsIn = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics
    // The flags of the Go program, and its certificate, are the subject of other tests.
    .filter(({ code }) => code !== 'deployed-argument' && code !== 'deployed-webhook')
    .filter(({ severity, code }) => severity === 'error' || code.startsWith('deployed-'))
    .map(({ message }) => message);

describe.each(Object.entries({ ...layouts, ...others }))('a Go project with %s', (_what, files) => {
  it('deploys what is generated, and no Go program', async () => {
    const adopted = testFolder(files);
    const outcome = await adopted.adopt();
    expect(errorsIn(outcome.diagnostics)).toEqual([]);
    const objects = built(adopted);
    const filesOf = (kind: string): readonly string[] =>
      objects.filter(({ object }) => kindOf(object) === kind).map(({ file }) => file);
    expect(filesOf('CustomResourceDefinition')).toEqual(['config/crd/bases/light.shop.example_lanterns.yaml']);
    expect(filesOf('ValidatingWebhookConfiguration')).toEqual(['config/webhook/manifests.yaml']);
    expect(filesOf('ClusterRole')).toEqual(['config/rbac/role.yaml']);
    const names = objects.map(({ object, declaredName }) => `${kindOf(object)} ${declaredName}`);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    const containers = objects
      .filter(({ object }) => kindOf(object) === 'Deployment')
      .flatMap(({ object }) => listAt(object, 'spec', 'template', 'spec', 'containers'))
      .filter((each) => textAt(each, 'name') === 'manager');
    expect(containers.map((each) => textsAt(each, 'command'))).toEqual(containers.map(() => []));
    expect(containers.map((each) => textsAt(each, 'args')[0])).toEqual(containers.map(() => '--leader-elect'));
    const leases = objects.find(({ object }) => kindOf(object) === 'Role');
    expect(JSON.stringify(leases?.object)).toContain('patch');
    const { diagnostics } = await adopted.check();
    expect(errorsIn(diagnostics)).toEqual([]);
    expect(diagnostics.filter(({ code }) => code === 'dangling-kustomization-entry')).toEqual([]);
    expect(changesOf(await adopted.manifests())).toEqual([]);
  });
});

it('what adopt cannot bring under control is an error of check', async () => {
  const adopted = testFolder({
    ...layouts['folders below config/components'],
    'config/components/rbac/role.yaml': `${goProject['config/rbac/role.yaml']!}---\n${binding}`,
    'config/components/rbac/kustomization.yaml': list('service_account.yaml', 'role.yaml', 'leader.yaml'),
    'config/default/kustomization.yaml': `${head}${list(...all.map((each) => `../components/${each}`))}patches:
- target: {kind: Deployment}
  patch: |-
    - op: add
      path: /spec/template/spec/containers/0/command
      value: [/manager]
`,
  });
  const outcome = await adopted.adopt();
  expect(outcome.summary).toContain('deployed-command in config/default/kustomization.yaml');
  const codes = (await adopted.check()).diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);
  expect(codes).toEqual(['deployed-permissions', 'deployed-command']);
});

it('a folder with objects that are deployed from other files is not added to what is deployed', async () => {
  const files = {
    ...layouts['folders below config/components'],
    'config/rbac/kustomization.yaml': list(...usualRbac),
    ...Object.fromEntries(usualRbac.map((each) => [`config/rbac/${each}`, usualProject[`config/rbac/${each}`]!])),
  };
  const adopted = testFolder(files);
  const outcome = await adopted.adopt();
  expect(built(adopted).filter(({ object }) => kindOf(object) === 'ClusterRole')).toMatchObject([
    { file: 'config/components/rbac/role.yaml' },
  ]);
  expect(errorsIn(outcome.diagnostics)).toEqual([
    expect.stringContaining(
      'config/default does not grant the operator what ClusterRole manager-role of config/rbac/role.yaml',
    ),
  ]);
});

const patch = (folder: string): Tree => ({
  [`${folder}/kustomization.yaml`]: 'resources: [../base]\nnameSuffix: -large\n',
});
/** The same without some of the files. */
function without(files: Tree, ...paths: readonly string[]): Tree {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)));
}
const flat = without(project(usual, {}), ...all.map((each) => `config/${each}/kustomization.yaml`));
const leases = 'config/rbac/leader.yaml';
const [workload, accounts] = ['Deployment lantern-system/lantern-controller-manager', 'lantern-system/lantern-'];
const account = `ServiceAccount ${accounts}controller-manager`;

/** Projects without config/default: their files, the folders that the new one deploys, and some of its objects. */
const withoutDefault: readonly (readonly [what: string, files: Tree, folders: string, objects: readonly string[]])[] = [
  [
    'folders with kustomizations',
    project(usual, {}),
    usual.crd,
    [workload, account, `Service ${accounts}webhook-service`],
  ],
  [
    'variants upon a base',
    project(usual, {
      'config/variants/base/kustomization.yaml': head + list(...all.map((each) => `../../${each}`)),
      ...patch('config/variants/large'),
      ...patch('config/variants/huge'),
    }),
    'config/variants/base',
    [workload, account],
  ],
  [
    'variants beside each other',
    project(usual, {
      'config/variants/default/kustomization.yml': head + list('../../manager', '../../rbac', '../../crd'),
      'config/variants/all/kustomization.yaml': head + list(...all.map((each) => `../../${each}`)),
    }),
    'config/variants/default',
    [workload, account],
  ],
  ['folders without kustomizations', flat, 'config/manager, config/rbac, config/webhook', [workload, account]],
  [
    'unusual names of files and of the workload',
    {
      ...without(flat, 'config/manager/manager.yaml'),
      'config/manager/lanterns.yaml': deployment.replace('name: controller-manager', 'name: lighter'),
      'config/manager/smaller.yaml': deployment.replace(/spec:[^]*/, 'spec: {replicas: 1}\n'),
      [leases]: usualProject[leases]!,
    },
    'config/manager, config/rbac, config/webhook',
    ['Deployment lantern-system/lantern-lighter', account, `Role ${accounts}leader-election-role`],
  ],
  [
    'another folder of the workload',
    project({ ...usual, manager: 'config/operator' }, {}),
    'config/crd, config/operator',
    [workload],
  ],
  [
    'the namespace and the prefix in each folder',
    Object.fromEntries(
      Object.entries(project(usual, {})).map(([path, text]) => [
        path,
        path.endsWith('kustomization.yaml') ? `namespace: lights\nnamePrefix: own-\n${text}` : text,
      ]),
    ),
    'config/crd, config/manager',
    ['Deployment lights/own-controller-manager', 'ServiceAccount lights/own-controller-manager'],
  ],
  [
    'names of a cluster in the manifests',
    Object.fromEntries(
      Object.entries(project(usual, {})).map(([path, text]) => [path, text.replaceAll('system', 'lights')]),
    ),
    'config/manager',
    ['Deployment lights/controller-manager', 'ServiceAccount lights/controller-manager'],
  ],
  [
    'a kustomization above all folders',
    project(usual, {
      'config/kustomization.yaml': `namespace: lights\nnamePrefix: own-\ncommonLabels: {a: b}\n${list(...all)}`,
    }),
    'config/manager',
    ['Deployment lights/own-controller-manager', 'ServiceAccount lights/own-controller-manager'],
  ],
  [
    'a component',
    project(usual, {
      'config/manager/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n${list('manager.yaml')}`,
    }),
    'config/manager',
    [workload, account],
  ],
];

describe('config/default of a Go project that has none', () => {
  it.each(withoutDefault)('deploys the operator of %s', async (_what, files, folders, expected) => {
    const adopted = testFolder(files);
    const { diagnostics } = await adopted.adopt();
    const notes = diagnostics.filter(({ code }) => code === 'default-composed').map(({ message }) => message);
    expect(notes).toEqual([expect.stringContaining(folders)]);
    const reader = await goReader();
    const found = await kustomize(
      reader,
      { host: disk, root: adopted.root, planned: new Map() },
      { folder: 'config/default' },
    );
    if ('reason' in found) throw new Error(found.reason);
    const names = found.map(({ object }) =>
      [kindOf(object), [textAt(object, 'metadata', 'namespace'), nameOf(object)].filter(Boolean).join('/')].join(' '),
    );
    expect(names).toEqual(
      expect.arrayContaining([...expected, 'CustomResourceDefinition lanterns.light.shop.example']),
    );
    const containers = found.flatMap(({ object }) => listAt(object, 'spec', 'template', 'spec', 'containers'));
    expect(containers.map((each) => [textsAt(each, 'command'), textsAt(each, 'args').slice(2)])).toEqual([
      [[], ['--metrics-bind-address=:8080', '--metrics-secure=false']],
    ]);
    expect(changesOf(await adopted.manifests())).toEqual([]);
  });

  it('has what config/kustomization.yaml adds as a note', async () => {
    const [, files] = withoutDefault.find(([what]) => what === 'a kustomization above all folders')!;
    const { diagnostics } = await testFolder(files).adopt({ dryRun: true });
    expect(diagnostics.map(({ message }) => message)).toContain(
      'not carried over: commonLabels of config/kustomization.yaml',
    );
  });

  it('leaves out webhooks for which the Go project has no manifests', async () => {
    const files = Object.entries(project(usual, {})).filter(([path]) => !path.startsWith('config/webhook/'));
    const adopted = testFolder(Object.fromEntries(files));
    const { diagnostics } = await adopted.adopt();
    expect(diagnostics.map(({ code }) => code)).toContain('webhooks-not-deployed');
    expect(adopted.read('config/default/kustomization.yaml')).toContain('\n# - ../webhook\n');
  });
});
