import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { kindOf, nameOf, type Bundle, type BundleFile } from '../bundle.js';
import { listAt, textAt, textsAt, type JsonPath } from '../../../base/model/json-at.js';
import { problemAt, type Rule } from './rule.js';
import { isAtLeast, parseTolerantVersion } from '../semver.js';

/** Kinds that the API server no longer serves, by the version of Kubernetes that removed them and their API version. */
const removedKinds: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '1.22': {
    'apiextensions.k8s.io/v1beta1': ['CustomResourceDefinition'],
    'scheduling.k8s.io/v1beta1': ['PriorityClass'],
    'rbac.authorization.k8s.io/v1beta1': ['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'],
    'apiregistration.k8s.io/v1beta1': ['APIService'],
    'authentication.k8s.io/v1beta1': ['TokenReview'],
    'authorization.k8s.io/v1beta1': ['LocalSubjectAccessReview', 'SelfSubjectAccessReview', 'SubjectAccessReview'],
    'admissionregistration.k8s.io/v1beta1': ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
    'coordination.k8s.io/v1beta1': ['Lease'],
    'extensions/v1beta1': ['Ingress'],
    'networking.k8s.io/v1beta1': ['Ingress', 'IngressClass'],
    'storage.k8s.io/v1beta1': ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'],
    'certificates.k8s.io/v1beta1': ['CertificateSigningRequest'],
  },
  '1.25': {
    'batch/v1beta1': ['CronJob'],
    'discovery.k8s.io/v1beta1': ['EndpointSlice'],
    'events.k8s.io/v1beta1': ['Event'],
    'autoscaling/v2beta1': ['HorizontalPodAutoscaler'],
    'policy/v1beta1': ['PodDisruptionBudget', 'PodSecurityPolicy'],
    'node.k8s.io/v1beta1': ['RuntimeClass'],
  },
  '1.26': { 'autoscaling/v2beta2': ['HorizontalPodAutoscaler'] },
};

/** An API that a bundle uses, and the position. */
interface Use {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly file: BundleFile;
  readonly path: JsonPath;
  /** Whether it is in a list of resources, in which upstream searches only for APIs that 1.25 removed. */
  readonly isListed: boolean;
}

/** Returns the objects of a bundle, and the resources of kinds that the ClusterServiceVersion lists. */
function usesIn({ csv, objects }: Bundle): readonly Use[] {
  const listed = ['owned', 'required'].flatMap((relation) => {
    const path = ['spec', 'customresourcedefinitions', relation];
    return listAt(csv.value, ...path).flatMap((each, index) =>
      listAt(each, 'resources').map((resource, position) => ({
        apiVersion: textAt(resource, 'version'),
        kind: textAt(resource, 'kind'),
        name: textAt(each, 'name'),
        file: csv,
        path: [...path, index, 'resources', position],
        isListed: true,
      })),
    );
  });
  const files = objects.map((file) => ({
    apiVersion: textAt(file.value, 'apiVersion'),
    kind: kindOf(file),
    name: nameOf(file),
    file,
    path: ['apiVersion'],
    isListed: false,
  }));
  return [...files, ...listed];
}

/** Reports removed APIs: as errors if the operator supports only versions without them, otherwise as warnings. */
export const removedApis: Rule = (bundle) => {
  const oldest = textAt(bundle.csv.value, 'spec', 'minKubeVersion');
  const minimum = oldest === '' ? undefined : parseTolerantVersion(oldest);
  const uses = usesIn(bundle);
  return [
    ...(oldest !== '' && minimum === undefined
      ? [problemAt(bundle.csv, ['spec', 'minKubeVersion'], 'invalid-min-kube-version', { value: oldest })]
      : []),
    ...Object.entries(removedKinds).flatMap(([version, kinds]) =>
      uses
        .filter(({ isListed }) => !isListed || version === '1.25')
        .filter(({ apiVersion, kind }) => Object.hasOwn(kinds, apiVersion) && kinds[apiVersion]!.includes(kind))
        .map(({ file, path, apiVersion, kind, name }): Diagnostic => {
          const isGone = minimum !== undefined && isAtLeast(minimum, version);
          const problem = problemAt(file, path, 'removed-api', { apiVersion, kind, name, version });
          return { ...problem, severity: isGone ? 'error' : 'warning' };
        }),
    ),
    ...removedPermissions(bundle),
  ];
};

/** Reports permissions for PodSecurityPolicy, which was removed without a successor. */
function removedPermissions({ csv }: Bundle): readonly Diagnostic[] {
  return ['clusterPermissions', 'permissions'].flatMap((list) => {
    const path = ['spec', 'install', 'spec', list];
    return listAt(csv.value, ...path).flatMap((each, index) =>
      listAt(each, 'rules').flatMap((rule, position) => {
        if (!textsAt(rule, 'apiGroups').includes('policy')) return [];
        if (!textsAt(rule, 'resources').includes('podsecuritypolicies')) return [];
        const api = {
          apiVersion: 'policy/v1beta1',
          kind: 'PodSecurityPolicy',
          name: textAt(each, 'serviceAccountName'),
        };
        return [problemAt(csv, [...path, index, 'rules', position], 'removed-api', { ...api, version: '1.25' })];
      }),
    );
  });
}
