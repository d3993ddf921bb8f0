import { apiGroupOf, type Project } from '../../project/project.js';
import { isConverted, namesOfKind, ofKind, type Document } from '../manifests.js';

/** The facts of config/default and of PROJECT that the tests need. */
export interface Deployment {
  /** The namespace of the operator. */
  readonly namespace: string;
  /** A namespace of the tests, for samples and for the account that reads the metrics. */
  readonly extra: string;
  /** The namespace of the samples: an operator that is limited to one namespace does not see those in others. */
  readonly samplesNamespace: string;
  /** The flags of kubectl that select what belongs to the manager. */
  readonly manager: readonly string[];
  /** The user name of the service account. */
  readonly account: string;
  /** The Service of the metrics, if there is one. */
  readonly metricsService?: Document | undefined;
  /** The role that allows reading the metrics, if there is one. */
  readonly metricsReader?: Document | undefined;
  /** The names of the CRDs. */
  readonly crds: readonly string[];
  /** The kinds that have a controller, such as `Backup.shop.example`. Kinds without a controller can also be watched. */
  readonly reconciled: ReadonlySet<string>;
  /** The objects that make the API server call webhooks. */
  readonly callers: readonly Document[];
}

/** Reads what the tests need to know from the objects of config/default, and from PROJECT. */
export function deploymentIn(
  documents: readonly Document[],
  { resources }: Pick<Project, 'resources'> = { resources: [] },
): Deployment {
  const [namespace = ''] = namesOfKind(documents, 'Namespace');
  const extra = `${namespace}-e2e`;
  const manager = ofKind(documents, 'Deployment').find(
    ({ object }) => object.metadata.labels?.['control-plane'] === 'controller-manager',
  );
  const pod = manager?.object.spec?.template?.spec;
  const variables = pod?.containers.flatMap(({ env = [] }) => env.map(({ name }) => name)) ?? [];
  return {
    namespace,
    extra,
    samplesNamespace: variables.includes('WATCH_NAMESPACE') ? namespace : extra,
    manager: ['-n', namespace, '-l', 'control-plane=controller-manager'],
    account: `system:serviceaccount:${namespace}:${pod?.serviceAccountName ?? 'default'}`,
    metricsService: ofKind(documents, 'Service').find(({ name }) => name.endsWith('metrics-service')),
    metricsReader: ofKind(documents, 'ClusterRole').find(({ object: { rules = [] } }) =>
      rules.some(({ nonResourceURLs = [] }) => nonResourceURLs.includes('/metrics')),
    ),
    crds: namesOfKind(documents, 'CustomResourceDefinition'),
    reconciled: new Set(
      resources.filter(({ controllers }) => controllers.length > 0).map((each) => `${each.kind}.${apiGroupOf(each)}`),
    ),
    callers: documents.filter((each) => each.kind.endsWith('WebhookConfiguration') || isConverted(each)),
  };
}
