import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { commands } from '../../src/commands.js';
import type { Helper } from '../../src/base/helper/helper.js';
import { cli, type Ran } from '../cli/framework/support.js';
import { commandsOf, makeOld } from '../support/old-project.js';
import { testFolder } from '../support/projects.js';
import { syntheticReleases } from '../support/synthetic-releases.js';
import { kustomizeForTests } from '../support/upstream.js';

/** How a problem that a page shows comes about: what is done to a project before the page's command runs in it. */
interface Scenario {
  /** The API that the project has; `none` for a project without one, absent for an empty folder. */
  readonly api?: { readonly kind: string; readonly group?: string; readonly plural?: string } | 'none';
  readonly domain?: string;
  readonly prepare?: (root: string) => void | Promise<void>;
  /** Commands that were run before. */
  readonly before?: readonly string[];
  /** The release that scaffolded the project, of those that the tests make up. */
  readonly release?: string;
  /** Whether kustomize builds something, for which there has to be a helper. */
  readonly isBuilt?: boolean;
  /** What the page calls the folder that the command runs in. */
  readonly folder?: string;
}

/** The helper, with which kustomize builds. */
export const helper = await kustomizeForTests();

const webServer = { api: { kind: 'WebServer' } } as const;
const built = { ...webServer, isBuilt: true } as const;
const converted = {
  ...webServer,
  before: [
    'create api --version v2 --kind WebServer --no-controller',
    'create webhook --version v1 --kind WebServer --conversion --spoke v2',
  ],
} as const;
const role = 'config/rbac/role.yaml';
const write = (path: string, text: string) => (root: string) => writeFileSync(join(root, path), text);
const append = (path: string, text: string) => (root: string) => appendFileSync(join(root, path), text);
const replace = (path: string, from: string | RegExp, to: string) => (root: string) => {
  const file = join(root, path);
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
};

/** A test case with one file, and a kubeconfig of a cluster that is not there. */
const testCase = (path: string, text: string): Scenario => ({
  prepare: (root) => {
    mkdirSync(join(root, 'test/cases/orders'), { recursive: true });
    write(`test/cases/${path}`, text)(root);
    const contexts = [{ name: 'kind-test', context: {} }];
    write('test.kubeconfig', JSON.stringify({ contexts, 'current-context': 'kind-test' }))(root);
  },
});
const menu = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: menu }\n';

/** A binding of the user's for a role of Kubernetes. */
const viewBinding = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: view
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: view
subjects:
- kind: ServiceAccount
  name: controller-manager
  namespace: system
`;

/** A ServiceMonitor of the user's for the metrics of the operator. */
const ownMonitor = `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: metrics
spec:
  selector:
    matchLabels:
      control-plane: controller-manager
`;

/** A binding of the user's for a scaffolded role. */
const teamBinding = `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: team}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: webserver-viewer-role
subjects: []
`;

/** A test of the user's in place of the scaffolded one. */
const ownTest = `import { startTestEnvironment } from '@operator-gen/runtime/testing';
import { it } from 'vitest';

it('creates a Deployment', async () => {
  const environment = await startTestEnvironment({ crds: ['config/default'] });
  await environment.stop();
});
`;

const controller = 'src/controller/webserver.controller.ts';
/** Adds a statement to the reconciler. */
const inReconcile = (statement: string) => (root: string) => {
  replace(
    controller,
    'import { Rbac }',
    "import { Secret } from '@operator-gen/runtime/k8s/core/v1';\nimport { Rbac }",
  )(root);
  const file = join(root, controller);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(reconcile\(.*\n)/, `$1    ${statement}\n`));
};

/** Leaves only the permissions that the scaffolded reconciler uses, and this one. */
const permitted = (marker: string) => (root: string) => {
  const file = join(root, controller);
  const [before, after] = readFileSync(file, 'utf8').split(/@Rbac[^]*(?=export class)/) as [string, string];
  const own = "@Rbac({ groups: [groupVersion.group], resources: ['webservers'], verbs: ['get', 'list', 'watch'] })";
  writeFileSync(file, `${before}${own}\n${marker}\n${after}`);
};
const types = 'src/api/v1/webserver.types.ts';
/** Keeps the manifests as they were released, before something changes. */
const released = (change: (root: string) => void) => (root: string) => {
  cpSync(join(root, 'config'), join(root, 'released/config'), { recursive: true });
  change(root);
};
const raised = replace(types, '@Minimum(0)', '@Minimum(1)');

/** A definition in a file, with changes of its text. */
const definition =
  (...changes: readonly (readonly [string, string])[]) =>
  (root: string) => {
    const text = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: shops.example.com }
spec:
  group: example.com
  names: { kind: Shop, plural: shops }
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              name: { type: string, description: The name. }
`;
    const changed = changes.reduce((all, [from, to]) => all.replace(from, to), text);
    writeFileSync(join(root, 'crd.yaml'), changed);
  };
const secondVersion = `  - name: v1beta1
    served: true
    storage: false
    schema: { openAPIV3Schema: { type: object } }
`;

export const scenarios: Readonly<Record<string, Scenario>> = {
  'adopt-source': {},
  'adopt-without-crds': {
    prepare: write(
      'PROJECT',
      'version: "3"\nlayout: [go.kubebuilder.io/v4]\nprojectName: lantern\ndomain: example.com\nresources:\n' +
        '  - api: { crdVersion: v1 }\n    kind: Lantern\n    version: v1\n    group: light\n    domain: example.com\n',
    ),
  },
  'adopt-record': {
    prepare: (root) => {
      mkdirSync(join(root, '.operator-gen'));
      write('.operator-gen/scaffold.json', '{}')(root);
    },
  },
  'go-project-unreadable': { prepare: write('PROJECT', '- go.kubebuilder.io/v4\n') },
  'go-project-version': { prepare: write('PROJECT', 'layout: go.kubebuilder.io/v5\nversion: "4"\n') },
  'go-project-layout': { prepare: write('PROJECT', 'layout: rust.example.com/v1\nversion: "3"\n') },
  'crd-source-unreadable': { api: 'none' },
  'crd-not-found': { api: 'none', prepare: definition() },
  'skipped-templates': {
    api: 'none',
    prepare: (root) => {
      const file = join(root, 'crd.yaml');
      definition(['shops.', 'stores.'], ['Shop,', 'Store,'], [' shops ', ' stores '])(root);
      const template = readFileSync(file, 'utf8').replace('metadata: {', 'metadata: { labels: {{ .Values.labels }},');
      definition()(root);
      appendFileSync(file, `---\n${template}`);
    },
  },
  'edited-types': {
    api: 'none',
    prepare: async (root) => {
      definition()(root);
      await cli('create api --from-crd crd.yaml --no-controller'.split(' '), { cwd: root, commands });
      appendFileSync(join(root, 'src/api/v1/shop.types.ts'), '// mine\n');
      // A newer definition.
      definition(['The name.', 'The new name.'])(root);
    },
  },
  'import-inexact-number': {
    api: 'none',
    prepare: definition(['type: string,', 'type: integer, default: 9007199254740993,']),
  },
  'invalid-crd': { api: 'none', prepare: definition(['type: string, description: The name.', "$ref: '#/name'"]) },
  'raw-schemas': { api: 'none', prepare: definition(['type: string,', 'type: string, not: { enum: [a] },']) },
  'import-differs': {
    api: 'none',
    prepare: (root) => {
      definition()(root);
      appendFileSync(join(root, 'PROJECT'), 'plugins:\n  manifests.operator-gen/v1:\n    descriptions: drop\n');
    },
  },
  'import-conversion': {
    api: 'none',
    prepare: definition(
      [
        '  versions:\n',
        `  conversion: { strategy: Webhook, webhook: { conversionReviewVersions: [v1] } }\n  versions:\n`,
      ],
      ['  - name: v1\n', `${secondVersion}  - name: v1\n`],
    ),
  },
  'similar-kubernetes-types': {
    api: 'none',
    prepare: definition([
      'name: { type: string, description: The name. }',
      'host: { type: object, required: [ip], properties: { ip: { type: string }, hostnames: { type: array, items: { type: string }, x-kubernetes-list-type: atomic } } }',
    ]),
  },
  'project-not-found': { folder: '/projects' },
  'project-exists': webServer,
  'api-exists': webServer,
  'kind-taken': { api: { kind: 'MailServer', plural: 'servers' } },
  'multigroup-required': { api: { kind: 'WebServer', group: 'apps' } },
  'nothing-to-edit': webServer,
  'project-renamed': { api: 'none' },
  'lease-renamed': { api: 'none' },
  'project-reformatted': {
    ...webServer,
    before: ['create api --version v1 --kind Fleet'],
    prepare: (root) => {
      const file = join(root, 'PROJECT');
      const [head, first, second = ''] = readFileSync(file, 'utf8').split('- api:\n');
      const end = second.slice(second.indexOf('\nversion:') + 1);
      writeFileSync(file, `${head}- &entry\n  api:\n${first}- <<: *entry\n  kind: Fleet\n${end}`);
    },
  },
  'conflicting-flags': { ...webServer, prepare: write('header.txt', 'Copyright YEAR Example Inc.\n') },
  'invalid-license': { ...webServer, prepare: write('header.txt', '\n') },
  'cluster-scoped-kind': { api: 'none', before: ['create api --version v1 --kind Fleet --no-namespaced'] },
  'cert-manager-required': {
    ...webServer,
    before: ['create webhook --version v1 --kind WebServer --defaulting --certificates self-signed'],
  },
  'feature-still-included': {
    ...webServer,
    prepare: (root) => {
      write('config/default/monitor.yaml', ownMonitor)(root);
      replace('config/default/kustomization.yaml', '- ../manager\n', '- ../manager\n- monitor.yaml\n')(root);
    },
  },
  'deployed-webhook': {
    ...webServer,
    before: ['create webhook --version v1 --kind WebServer --programmatic-validation'],
    prepare: replace('config/webhook/service.yaml', 'targetPort: 9443', 'targetPort: 8443'),
  },
  'deployed-replicas': {
    ...webServer,
    prepare: (root) => {
      replace('config/manager/manager.yaml', 'replicas: 1', 'replicas: 3')(root);
      replace('config/manager/manager.yaml', '        - --leader-elect\n', '')(root);
    },
  },
  'deployed-pod': {
    ...webServer,
    prepare: replace(
      'config/default/manager_metrics_patch.yaml',
      'metrics-bind-address=:8443',
      'metrics-bind-address=:8081',
    ),
  },
  'deployed-service': {
    ...webServer,
    prepare: replace('config/default/metrics_service.yaml', 'targetPort: metrics', 'targetPort: 8080'),
  },
  'patched-sidecar': {
    ...webServer,
    prepare: replace(
      'config/manager/manager.yaml',
      '      containers:\n',
      '      containers:\n      - name: audit\n        image: audit:1.0\n        args:\n        - --quiet\n        ports:\n        - containerPort: 9000\n',
    ),
  },
  'secret-not-issued': {
    ...webServer,
    before: ['create webhook --version v1 --kind WebServer --programmatic-validation'],
    prepare: (root) => {
      const patch = 'config/default/manager_webhook_patch.yaml';
      mkdirSync(join(root, 'config/default/patches'));
      renameSync(join(root, patch), join(root, 'config/default/patches/webhooks.yaml'));
      replace(
        'config/default/kustomization.yaml',
        'path: manager_webhook_patch.yaml',
        'path: patches/webhooks.yaml',
      )(root);
    },
  },
  'unmarked-kind': {
    ...webServer,
    prepare: (root) => {
      write(
        'src/draft.ts',
        "import { CustomResource } from '@operator-gen/runtime/api';\n\nexport class Draft extends CustomResource {}\n",
      )(root);
      const imports = "import { resourceInfo } from '@operator-gen/runtime';\nimport { Draft } from '../draft.js';\n";
      replace(controller, 'import { Rbac }', `${imports}import { Rbac }`)(root);
      const file = join(root, controller);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/(reconcile\(.*\n)/, '$1    resourceInfo(Draft);\n'));
    },
  },
  'unmatched-patch': {
    ...webServer,
    prepare: (root) => {
      mkdirSync(join(root, 'config/overlays/prod'), { recursive: true });
      write(
        'config/overlays/prod/kustomization.yaml',
        'namespace: shop-prod\nresources:\n- ../../default\npatches:\n- target:\n    kind: Deployment\n    name: shop-controller-manager\n  patch: |-\n    - {op: replace, path: /spec/replicas, value: 3}\n',
      )(root);
    },
  },
  'dangling-role-reference': {
    ...webServer,
    prepare: (root) => {
      replace('config/rbac/kustomization.yaml', 'resources:\n', 'resources:\n- team.yaml\n')(root);
      write('config/rbac/team.yaml', teamBinding)(root);
    },
  },
  'storage-version-moved': { ...webServer, before: ['create api --version v2 --kind WebServer --no-controller'] },
  'stored-version-deleted': { ...webServer, before: ['create api --version v2 --kind WebServer --no-controller'] },
  'missing-kustomization-entry': {
    ...webServer,
    prepare: replace('config/default/kustomization.yaml', '- ../crd\n', ''),
  },
  'unbound-permission': {
    ...webServer,
    before: ['edit --namespaced'],
    prepare: replace('src/controller/webserver.controller.ts', "  namespace: 'test-operator-system',\n", ''),
  },
  'missing-subresource': {
    ...webServer,
    prepare: (root) => {
      replace('src/api/v1/webserver.types.ts', /^@StatusSubresource\(\)\n|^ {2}StatusSubresource,\n/gm, '')(root);
      inReconcile('await this.#client.status.update(WebServer, webServer);')(root);
    },
  },
  'missing-permission': { ...webServer, prepare: inReconcile('await this.#client.delete(Secret, request);') },
  'unbound-role': {
    ...webServer,
    prepare: (root) => {
      permitted("@Rbac({ groups: ['core'], resources: ['secrets'], verbs: ['delete'], roleName: 'secrets' })")(root);
      inReconcile('await this.#client.delete(Secret, request);')(root);
    },
  },
  'moved-role': {
    ...webServer,
    prepare: (root) => {
      permitted(
        "// rbac-unused: another process reads them\n@Rbac({ groups: ['core'], resources: ['secrets'], verbs: ['get'], namespace: 'vault' })",
      )(root);
      replace(
        'config/default/kustomization.yaml',
        'patches:',
        '# transformers:\n# - ../rbac/namespaces\npatches:',
      )(root);
    },
  },
  'dynamic-permission': {
    ...webServer,
    prepare: inReconcile('await this.#client.deleteAllOf(kindOf(request));'),
  },
  'not-a-kind': {
    ...webServer,
    prepare: permitted("@Rbac(WebServerReconciler, ['get'])"),
  },
  'unknown-resource': {
    ...webServer,
    prepare: permitted("@Rbac({ groups: ['apps'], resources: ['deploymets'], verbs: ['get'] })"),
  },
  'unused-permission': {
    ...webServer,
    prepare: permitted("@Rbac({ groups: ['core'], resources: ['secrets'], verbs: ['get'] })"),
  },
  'wildcard-permission': {
    ...webServer,
    prepare: permitted("@Rbac({ groups: ['core'], resources: ['secrets'], verbs: ['*'] })"),
  },
  'webhook-unmarked': {
    ...webServer,
    before: ['create webhook --version v1 --kind WebServer --defaulting'],
    prepare: replace('PROJECT', 'defaulting: true', 'defaulting: true\n    validation: true'),
  },
  'webhook-unlisted': {
    ...webServer,
    before: ['create webhook --version v1 --kind WebServer --defaulting --programmatic-validation'],
    prepare: replace('PROJECT', '    validation: true\n', ''),
  },
  'webhook-unserved': {
    ...webServer,
    before: ['create webhook --version v1 --kind WebServer --programmatic-validation'],
    prepare: replace('src/webhook/v1/webserver.webhook.ts', /path: '[^']*'/, "path: '/rules'"),
  },
  'controller-unused': {
    ...webServer,
    prepare: (root) => {
      replace('src/main.ts', "import { register } from './register.js';\n", '')(root);
      replace('src/main.ts', '  register,\n', '  register: { controllers: [], webhooks: [] },\n')(root);
    },
  },
  'webhook-undeployed': {
    ...webServer,
    before: ['create webhook --version v1 --kind WebServer --defaulting'],
    prepare: replace(
      'src/webhook/v1/webserver.webhook.ts',
      '  await webhooks.complete();\n}\n',
      '  webhooks.withValidator(new Rules());\n  await webhooks.complete();\n}\n\nclass Rules {}\n',
    ),
  },
  'webhook-registered-twice': {
    ...webServer,
    before: ['create webhook --version v1 --kind WebServer --programmatic-validation'],
    prepare: replace(
      'src/webhook/v1/webserver.webhook.ts',
      '  await webhooks.complete();\n',
      '  await webhooks.complete();\n  await webhookManagedBy(manager).for(WebServer).withValidator(new WebServerValidator()).complete();\n',
    ),
  },
  'moved-webhook': {
    ...webServer,
    before: ['create webhook --version v1 --kind WebServer --programmatic-validation'],
    prepare: (root) => {
      replace('config/webhook/manifests.yaml', 'webhooks:\n', 'webhooks:\n- name: first.my.domain\n')(root);
      replace(
        'config/default/kustomization.yaml',
        'patches:\n',
        'patches:\n- target:\n    kind: ValidatingWebhookConfiguration\n  patch: |-\n    - op: add\n      path: /webhooks/1/timeoutSeconds\n      value: 20\n',
      )(root);
    },
  },
  'moved-version': {
    api: 'none',
    before: ['create api --version v1alpha1 --kind WebServer'],
    prepare: (root) => {
      mkdirSync(join(root, 'config/prod'));
      write(
        'config/prod/kustomization.yaml',
        'resources:\n- ../default\npatches:\n- target:\n    kind: CustomResourceDefinition\n    name: webservers.my.domain\n  patch: |-\n    - op: add\n      path: /spec/versions/0/deprecated\n      value: true\n',
      )(root);
    },
  },
  'moved-rule': {
    ...webServer,
    prepare: (root) => {
      replace(
        role,
        'rules:\n',
        "rules:\n- apiGroups:\n  - ''\n  resources:\n  - configmaps\n  verbs:\n  - get\n",
      )(root);
      mkdirSync(join(root, 'config/prod'));
      write(
        'config/prod/kustomization.yaml',
        'resources:\n- ../default\npatches:\n- target:\n    kind: ClusterRole\n    name: manager-role\n  patch: |-\n    - op: remove\n      path: /rules/1/verbs/0\n',
      )(root);
    },
  },
  'dangling-kustomization-entry': {
    ...webServer,
    prepare: (root) => {
      mkdirSync(join(root, 'config/prod'));
      write('config/prod/kustomization.yaml', 'resources:\n- ../default\n- ingress.yaml\n')(root);
    },
  },
  'permission-namespace-unchanged': {
    ...webServer,
    prepare: replace(
      'src/controller/webserver.controller.ts',
      'export class',
      "@Rbac({ groups: [''], resources: ['secrets'], verbs: ['get'], namespace: 'vault' })\nexport class",
    ),
  },
  'nothing-to-rename': webServer,
  'rename-requires-kind': webServer,
  'kind-not-found': webServer,
  'external-rename': {
    ...webServer,
    before: ['create webhook --group core --version v1 --kind Pod --defaulting'],
  },
  'name-taken': { ...webServer, before: ['create api --version v1 --kind Site'] },
  'partial-group-rename': { ...webServer, before: ['create api --version v1 --kind Site'] },
  'renamed-crd': webServer,
  'stale-name': {
    ...webServer,
    prepare: write('src/notes.ts', '// A WebServer serves pages.\n// Each WebServer has a Service.\n'),
  },
  'shared-permission': {
    api: { kind: 'WebServer', group: 'apps' },
    before: ['create api --group apps --version v1 --kind Site', 'edit --multigroup'],
    prepare: replace('src/controller/apps/webserver.controller.ts', "['webservers']", "['webservers', 'sites']"),
  },
  'multigroup-in-use': {
    api: { kind: 'WebServer', group: 'apps' },
    before: ['edit --multigroup'],
    prepare: replace('PROJECT', 'resources:\n', 'resources:\n- {group: batch, version: v1, kind: Report}\n'),
  },
  'kinds-share-files': {
    api: { kind: 'Pod', group: 'shop' },
    before: [
      'edit --multigroup',
      'create webhook --group shop --version v1 --kind Pod --defaulting',
      'create webhook --group core --version v1 --kind Pod --defaulting',
    ],
  },
  'types-missing': { api: 'none' },
  'conflicting-types-source': { api: { kind: 'Certificate', group: 'certs' } },
  'external-types': { api: 'none' },
  'built-in-kind-not-found': { api: 'none' },
  'built-in-kind-name': { api: 'none' },
  'controller-name-required': {
    api: 'none',
    before: ['create api --version v1 --kind WebServer --controller-name backup'],
  },
  'controller-name-taken': { api: { kind: 'Cache' }, before: ['create api --version v1 --kind WebServer'] },
  'controller-class-taken': {
    ...webServer,
    before: ['create api --version v1 --kind WebServer --controller-name back-up'],
  },
  'kind-case-conflict': webServer,
  'invalid-module': { api: 'none' },
  'module-version-conflict': {
    api: 'none',
    before: [
      'create api --group certs --version v1 --kind Certificate' +
        ' --external-api-package @example/certs/v1 --external-api-module @example/certs@1.2.3',
    ],
  },
  'nothing-to-create': { api: 'none' },
  'invalid-name': {},
  'invalid-header': {
    ...webServer,
    prepare: append('PROJECT', 'plugins:\n  manifests.operator-gen/v1:\n    headerFile: hack/header.txt\n'),
  },
  'invalid-sample': {
    ...webServer,
    prepare: replace('config/samples/_v1_webserver.yaml', 'my.domain/v1', 'my.domian/v1'),
  },
  'doubled-domain': { api: 'none' },
  'protected-group': { api: 'none', domain: 'k8s.io' },
  'present-file-kept': { prepare: write('README.md', '# Web\n') },
  'file-exists': { prepare: write('Makefile', 'mine:\n') },
  'symbolic-link': {
    ...webServer,
    prepare: (root) => {
      renameSync(join(root, role), join(root, 'role.yaml'));
      symlinkSync('../../role.yaml', join(root, role));
    },
  },
  'unsupported-file': {
    ...webServer,
    prepare: (root) => {
      const sample = join(root, 'config/samples/_v1_webserver.yaml');
      renameSync(sample, join(root, 'sample.yaml'));
      symlinkSync('../../sample.yaml', sample);
    },
  },
  'not-a-file': {
    ...webServer,
    prepare: (root) => {
      rmSync(join(root, 'src/register.ts'));
      mkdirSync(join(root, 'src/register.ts'));
    },
  },
  'not-a-folder': {
    ...webServer,
    prepare: (root) => {
      renameSync(join(root, 'config'), join(root, 'config.old'));
      writeFileSync(join(root, 'config'), '');
    },
  },
  'read-only': {
    ...webServer,
    prepare: (root) => {
      writeFileSync(join(root, role), 'kind: Role\n');
      chmodSync(join(root, role), 0o444);
    },
  },
  'edited-orphaned-file': {
    api: { kind: 'Cache' },
    prepare: (root) => {
      writeFileSync(join(root, 'config/crd/bases/my.domain_caches.yaml'), 'edited: true\n');
      for (const folder of ['src/api', 'src/controller']) rmSync(join(root, folder), { recursive: true });
      const project = 'domain: my.domain\nlayout: [typescript.operator-gen/v1]\nprojectName: test\nversion: "3"\n';
      writeFileSync(join(root, 'PROJECT'), project);
    },
  },
  'api-not-found': webServer,
  'patch-without-place': {
    ...webServer,
    prepare: replace('config/manager/manager.yaml', '        volumeMounts: []\n', ''),
  },
  'edited-version': {
    ...converted,
    prepare: replace('src/api/v1/webserver.types.ts', 'size: Int32 = 1;', 'width: Int32 = 1;'),
  },
  'webhook-type-required': webServer,
  'flag-requires-flag': webServer,
  'webhook-path-taken': webServer,
  'spoke-missing': { ...converted, prepare: replace('PROJECT', '    - v2\n', '    - v2\n    - v3\n') },
  'hub-not-storage-version': {
    ...converted,
    prepare: (root) => {
      replace('src/api/v1/webserver.types.ts', '@StorageVersion()\n', '')(root);
      replace('src/api/v2/webserver.types.ts', '@Resource(', '@StorageVersion()\n@Resource(')(root);
      replace('src/api/v2/webserver.types.ts', '  StatusSubresource,', '  StatusSubresource,\n  StorageVersion,')(root);
    },
  },
  'other-hub': {
    ...converted,
    prepare: replace('src/webhook/webserver.converter.ts', 'api/v1/', 'api/v2/'),
  },
  'version-not-converted': {
    ...converted,
    before: [...converted.before, 'create api --version v3 --kind WebServer --no-controller'],
  },
  'webhook-not-found': { ...webServer, before: ['create webhook --version v1 --kind WebServer --defaulting'] },
  'invalid-webhook-path': webServer,
  'webhook-conflict': { ...webServer, before: ['create webhook --version v1 --kind WebServer --defaulting'] },
  'invalid-spoke': webServer,
  'external-conversion': webServer,
  'invalid-package': webServer,
  'webhook-without-types': { api: 'none', before: ['create api --version v1 --kind WebServer --no-resource'] },
  'built-in-kind-webhook': webServer,
  'unconverted-webhook': {
    ...webServer,
    before: [
      'create api --version v2 --kind WebServer --no-controller',
      'create webhook --version v1 --kind WebServer --programmatic-validation',
    ],
    prepare: replace('src/webhook/v1/webserver.webhook.ts', 'groupVersion.version', "'v1', 'v2'"),
  },
  'unconverted-test': {
    ...webServer,
    before: ['create api --version v2 --kind WebServer --no-controller'],
    prepare: write('src/controller/webserver.controller.test.ts', ownTest),
  },
  'file-in-use': { ...webServer, prepare: append('src/controller/webserver.controller.ts', '// mine\n') },
  'edited-file-kept': { ...webServer, prepare: append('config/rbac/webserver_admin_role.yaml', '# mine\n') },
  'merge-conflict': { ...webServer, prepare: write('config/rbac/kustomization.yaml', 'resources: none\n') },
  'edit-by-hand': {
    ...webServer,
    before: ['create webhook --version v1 --kind WebServer --defaulting'],
    prepare: replace(
      'src/webhook/v1/webserver.webhook.ts',
      '  const webhooks = webhookManagedBy(manager).for(WebServer);\n  webhooks.withDefaulter(new WebServerDefaulter());\n  await webhooks.complete();\n',
      '  await registerAll(manager);\n',
    ),
  },
  'edited-code-kept': {
    ...webServer,
    before: ['create webhook --version v1 --kind WebServer --defaulting --programmatic-validation'],
    prepare: replace(
      'src/webhook/v1/webserver.webhook.ts',
      '    // Set fields that are missing, with ??=. The object is not validated yet: even its spec can be missing.\n',
      '    _webServer.spec.size ??= 3;\n',
    ),
  },
  'deleted-import': {
    ...webServer,
    prepare: write(
      'src/report.ts',
      "import { WebServer } from './api/v1/webserver.types.js';\n\nexport const kind = WebServer;\n",
    ),
  },
  'version-left': {
    ...webServer,
    before: ['create api --version v1 --kind Cache --no-controller'],
    prepare: (root) => {
      const text = readFileSync(join(root, types), 'utf8').replaceAll('WebServer', 'Site');
      rmSync(join(root, types));
      writeFileSync(join(root, 'src/api/v1/site.ts'), text.replace('{ plural', "{ kind: 'WebServer', plural"));
    },
  },
  'merge-target-missing': {
    ...webServer,
    prepare: (root) => rmSync(join(root, 'config/rbac/kustomization.yaml')),
  },
  'upgrade-refused': { api: 'none', release: '0.0.1', prepare: replace('Makefile', '# Set to true', '# Say true') },
  'upgrade-conflict': { api: 'none', release: '0.0.1', prepare: replace('Makefile', '# Set to true', '# Say true') },
  'upgrade-value-kept': {
    api: 'none',
    release: '0.0.1',
    prepare: replace('package.json', '"typescript": "7.0.1"', '"typescript": "6.0.0"'),
  },
  'upgrade-comment-left': {
    ...webServer,
    release: '0.0.1',
    prepare: replace('src/controller/webserver.controller.ts', '// To do: compare', '// Ours: compare'),
  },
  'upgrade-removed-text': {
    ...webServer,
    release: '0.0.1',
    prepare: replace('src/controller/webserver.controller.ts', / {4}log\.info\([^]*?\n(?= {2}\}\n)/, ''),
  },
  'upgrade-path-taken': {
    api: 'none',
    release: '0.0.1',
    prepare: (root) => {
      mkdirSync(join(root, '.devcontainer'), { recursive: true });
      write('.devcontainer/devcontainer.json', '{ "image": "example.com/ours:1" }\n')(root);
    },
  },
  'unknown-release': { api: 'none', prepare: replace('PROJECT', /cliVersion: .*/, 'cliVersion: 0.0.9') },
  'unknown-target-release': { api: 'none' },
  'cli-version-missing': { api: 'none', prepare: replace('PROJECT', /cliVersion: .*\n/, '') },
  'project-newer': { api: 'none', prepare: replace('PROJECT', /cliVersion: .*/, 'cliVersion: 1.2.0') },
  'project-older': { api: 'none', release: '0.0.1' },
  'unresolved-conflict': {
    ...webServer,
    release: '0.0.1',
    prepare: replace('src/main.ts', 'import { register', '<<<<<<< yours\n=======\n>>>>>>> theirs\nimport { register'),
  },
  'stale-path': { ...webServer, release: '0.0.1', prepare: write('mine.sh', 'node "$ROOT/hack/operator.js"\n') },
  'stale-target': { ...webServer, release: '0.0.1', prepare: write('mine.sh', 'make fmt lint-and-fix\n') },
  'not-utf8': {
    ...webServer,
    prepare: (root) =>
      writeFileSync(
        join(root, 'src/mine.ts'),
        Buffer.from("import '../src/api/v1/webserver.types.js'; // \u00e9\n", 'latin1'),
      ),
  },
  'export-renamed': { ...webServer, release: '0.0.3' },
  'baseline-not-found': webServer,
  'invalid-baseline': {
    ...webServer,
    prepare: write('check-baseline.yaml', 'problems:\n  - { code: dangling-kustomization-entry, message: 7 }\n'),
  },
  'stale-baseline-entry': {
    ...webServer,
    before: ['create webhook --version v1 --kind WebServer --defaulting'],
    prepare: async (root) => {
      const issuer = join(root, 'config/certmanager/issuer.yaml');
      const text = readFileSync(issuer, 'utf8');
      rmSync(issuer);
      await cli(['check', '--write-baseline'], { cwd: root, commands });
      writeFileSync(issuer, text);
      chmodSync(join(root, 'check-baseline.yaml'), 0o444);
    },
  },
  'unsupported-record-version': { ...webServer, prepare: write('.operator-gen/scaffold.json', '{"version": 2}\n') },
  'breaks-writers': { ...webServer, prepare: released(raised) },
  'breaks-readers': {
    ...webServer,
    prepare: released((root) => {
      replace(types, 'size: Int32', 'size: Int64')(root);
      replace(types, 'type Int32,', 'type Int64,')(root);
    }),
  },
  'breaks-stored-objects': {
    ...webServer,
    prepare: released(replace(types, 'size: Int32 = 1', 'size: Int32 = 1;\n\n  image!: string')),
  },
  'breaks-clients': { ...webServer, prepare: released(replace(types, '@StatusSubresource()\n', '')) },
  'new-permission': {
    ...webServer,
    prepare: released((root) => {
      inReconcile('await this.#client.delete(Secret, request);')(root);
      const marker = "@Rbac({ groups: [''], resources: ['secrets'], verbs: ['delete'] })\nexport class";
      replace(controller, 'export class', marker)(root);
    }),
  },
  'stricter-webhook': {
    ...webServer,
    before: ['create webhook --version v1 --kind WebServer --programmatic-validation'],
    prepare: released(
      replace('released/config/webhook/manifests.yaml', 'failurePolicy: Fail', 'failurePolicy: Ignore'),
    ),
  },
  'invalid-acceptance': {
    ...webServer,
    prepare: released((root) => {
      raised(root);
      write(
        'compatibility.yaml',
        '- {crd: webservers.my.domain, version: v1, path: spec.size, change: minimum-raised, reason: ""}\n',
      )(root);
    }),
  },
  'unused-acceptance': {
    ...webServer,
    prepare: released(
      write(
        'compatibility.yaml',
        '- {crd: webservers.my.domain, version: v1, path: spec.size, change: minimum-raised, reason: never 0}\n',
      ),
    ),
  },
  'cases-not-found': testCase('orders/00-order.yaml', menu),
  'cluster-not-named': testCase('orders/00-order.yaml', menu),
  'case-cluster': testCase('orders/00-order.yaml', menu),
  'operator-not-built': {
    prepare: async (root) => {
      await testCase('orders/00-order.yaml', menu).prepare!(root);
      mkdirSync(join(root, 'config/default'), { recursive: true });
    },
  },
  'case-invalid': testCase(
    'orders/00-install.yaml',
    'apiVersion: kuttl.dev/v1beta1\nkind: TestStep\napply: [more/order.yaml]\n',
  ),
  'case-unsupported': testCase('orders/00-install.gotmpl.yaml', menu),
  'case-ignored': testCase('orders/00-assert.yml', menu),
  'against-without-git': webServer,
  'against-unreadable': {
    ...webServer,
    prepare: released(
      write('released/config/crd/bases/my.domain_webservers.yaml', 'kind: CustomResourceDefinition\nspec: [\n'),
    ),
  },
  'against-without-crds': {
    ...webServer,
    prepare: (root) => {
      mkdirSync(join(root, 'charts'));
      for (const name of ['values', 'Chart']) write(`charts/${name}.yaml`, 'replicas: 1\n')(root);
    },
  },
  'unreadable-record': { ...webServer, prepare: write('.operator-gen/scaffold.json', '[\n') },
  'output-not-generated': { ...webServer, before: ['edit --helm'] },
  'chart-incomplete': {
    ...built,
    before: ['create webhook --version v1 --kind WebServer --defaulting', 'edit --helm'],
    prepare: (root) => {
      replace('config/webhook/kustomization.yaml', '- service.yaml\n', '')(root);
      replace('config/default/kustomization.yaml', /^replacements:[^]*/m, '')(root);
    },
  },
  'image-without-digest': built,
  'placeholder-image': built,
  'unsupported-in-bundle': {
    ...built,
    prepare: append(
      'config/manager/manager.yaml',
      '---\napiVersion: batch/v1\nkind: Job\nmetadata:\n  name: setup\n  namespace: system\n',
    ),
  },
  'bundle-without-deployment': { api: 'none', prepare: write('built.yaml', 'apiVersion: v1\nkind: Service\n') },
  'bundle-without-package': { prepare: write('built.yaml', 'apiVersion: v1\nkind: Service\n') },
  'webhook-without-deployment': {
    ...built,
    before: ['create webhook --version v1 --kind WebServer --defaulting'],
    prepare: replace('config/webhook/service.yaml', 'port: 443', 'port: 444'),
  },
  'bundle-incomplete': {
    ...built,
    prepare: (root) => {
      append('config/rbac/role_binding.yaml', viewBinding)(root);
      replace('config/manager/manager.yaml', 'controller:latest', 'registry.example.com/web-operator:v0.1.0')(root);
    },
  },
  'unreadable-csv-base': {
    ...built,
    prepare: (root) => {
      mkdirSync(join(root, 'config/manifests/bases'), { recursive: true });
      write('config/manifests/bases/test-operator.clusterserviceversion.yaml', 'kind: Deployment\n')(root);
    },
  },
};

/** Runs a command line, as a page shows it behind its prompt, in the project of a scenario. */
export async function runScenario(scenario: Scenario, line: string): Promise<Ran> {
  const { api, domain, prepare, before = [], folder, release, isBuilt } = scenario;
  const releases = release === undefined ? undefined : syntheticReleases();
  const project = testFolder();
  if (api !== undefined) await project.init(domain === undefined ? {} : { domain });
  if (api !== undefined && api !== 'none') await project.createApi(api);
  const list = releases === undefined ? commands : commandsOf(releases);
  const run = (words: string, upstream?: Helper | false) =>
    cli(words.split(' '), { cwd: project.root, commands: list, ...(upstream && { helper: async () => upstream }) });
  for (const words of before) await run(words);
  if (releases !== undefined) makeOld(project.root, releases, release!);
  await prepare?.(project.root);
  const ran = await run(line.replace(/^operator-gen /, ''), isBuilt && helper);
  return folder === undefined ? ran : { ...ran, stderr: ran.stderr.replaceAll(project.root, folder) };
}
