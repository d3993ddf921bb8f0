import { completed, list, matching, number, on, word, type OptionsOf } from '../../cli/framework/flags.js';

const name = completed(
  async () => (await import('./folder.js')).presentNames(process.env),
  word('Name of the cluster (default: dev)'),
);

export const nameFlags = { name };

export const statusFlags = { name: { ...name, argument: 'Name of the cluster (default: all clusters)' } };

const duration = (flags: string, description: string) =>
  matching(flags, description, /^[1-9]\d{0,5}(?:s|m|h)$/, 'it is not a duration such as 30s, 10m or 8h');

export const upFlags = {
  name,
  nodes: number('--nodes <count>', 'Number of simulated nodes (default: 1)', 0, 500),
  capacity: list('--capacity <resources>', 'Resources of each node (default: cpu=64,memory=256Gi,pods=250)'),
  kubernetes: matching(
    '--kubernetes <version>',
    'Version of Kubernetes, such as 1.33; others than the own one run without controllers',
    /^\d{1,3}\.\d{1,3}(?:\.\d{1,3})?$/,
    'it is not a version, such as 1.33 or 1.33.2',
  ),
  withoutControllers: on('--without-controllers', 'Run only etcd and the API server, as envtest does'),
  readyAfter: duration('--ready-after <duration>', 'Time until a Pod is ready (default: at once)'),
  failing: list('--fail <labels>', 'Labels key=value of Pods whose containers fail'),
  featureGates: list('--feature-gates <gates>', 'Feature gates of Kubernetes, such as ShardedListAndWatch=true'),
  install: completed(
    'file',
    list('--install <paths>', 'Manifests to apply: files, folders, and folders with a kustomization'),
  ),
  ttl: duration('--ttl <duration>', 'Time after which the cluster stops by itself (default: never)'),
  port: number('--port <port>', 'Port of the API server (default: a free one)', 1024, 65_535),
  merge: on('--merge', 'Also add the context to your kubeconfig: the file in KUBECONFIG, or ~/.kube/config'),
};

export type UpOptions = OptionsOf<typeof upFlags>;

export const logsFlags = {
  name,
  audit: on('--audit', 'Print the audit log instead: each request, with its user'),
  previous: on('--previous', 'Print the log of the run before'),
  follow: on('-f, --follow', 'Go on with the lines that are written from now on'),
  tail: number('--tail <lines>', 'Number of lines, from the end (default: 1000)', 1, 1_000_000),
};

export type LogsOptions = OptionsOf<typeof logsFlags>;
export type NameOptions = OptionsOf<typeof nameFlags>;
