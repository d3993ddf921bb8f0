import { defineCommand } from '../../cli/framework/command.js';
import type { CommandGroup } from '../../cli/framework/program.js';
import { logsFlags, nameFlags, statusFlags, upFlags } from './flags.js';

export const clusterGroup: CommandGroup = {
  name: 'cluster',
  summary: 'Run Kubernetes on this machine, without Docker',
  description: `Run a Kubernetes control plane on this machine, without Docker: etcd, the API server, the controllers, the scheduler, and
simulated nodes, whose Pods become ready without containers. It listens on 127.0.0.1, and only you can use it.`,
};

export const clusterUp = defineCommand({
  name: 'cluster up',
  summary: 'Create a cluster, or start it',
  description: `Create a cluster, or start it if it is stopped, and print how to use it. A cluster that runs is left as it is. It runs until
cluster down, also when this terminal is closed.

The program comes from the package @operator-gen/cluster-<platform>, which npm installs into your cache the first time. The
variable OPERATOR_GEN_CLUSTER is the path of another one. For another version of Kubernetes, etcd and kube-apiserver come from
KUBEBUILDER_ASSETS or the store of setup-envtest, and there are no controllers.`,
  examples: `Examples:
  $ operator-gen cluster up
  $ export KUBECONFIG=$(operator-gen cluster kubeconfig)
  $ kubectl get nodes

Three nodes, Pods that take a while, and Pods that fail:
  $ operator-gen cluster up slow --nodes 3 --ready-after 20s --fail app=broken

With the CRDs of a project, for two hours:
  $ operator-gen cluster up --install config/crd --ttl 2h
`,
  flags: upFlags,
  writes: false,
  operation: async () => (await import('./commands/up.js')).up,
});

export const clusterDown = defineCommand({
  name: 'cluster down',
  summary: 'Delete a cluster',
  description: 'End the process of a cluster, and delete its data and its kubeconfig.',
  examples: `Examples:
  $ operator-gen cluster down
  $ operator-gen cluster down slow
`,
  flags: nameFlags,
  writes: false,
  operation: async () => (await import('./commands/down.js')).down,
});

export const clusterStatus = defineCommand({
  name: 'cluster status',
  summary: 'Show the clusters',
  description: 'Show the state of a cluster, or of all clusters of this user.',
  examples: `Examples:
  $ operator-gen cluster status

In scripts:
  $ operator-gen cluster status dev --output json
`,
  flags: statusFlags,
  writes: false,
  operation: async () => (await import('./commands/status.js')).status,
});

export const clusterReset = defineCommand({
  name: 'cluster reset',
  summary: 'Delete all objects of a cluster',
  description: 'Start a cluster with new data. Its kubeconfig, its port and its options stay as they are.',
  examples: `Example:
  $ operator-gen cluster reset
`,
  flags: nameFlags,
  writes: false,
  operation: async () => (await import('./commands/reset.js')).reset,
});

export const clusterKubeconfig = defineCommand({
  name: 'cluster kubeconfig',
  summary: 'Print the path of the kubeconfig of a cluster',
  description: 'Print the path of the kubeconfig of a cluster. It is the administrator, with all permissions.',
  examples: `Example:
  $ export KUBECONFIG=$(operator-gen cluster kubeconfig)
`,
  flags: nameFlags,
  writes: false,
  operation: async () => (await import('./commands/kubeconfig.js')).kubeconfig,
});

export const clusterLogs = defineCommand({
  name: 'cluster logs',
  summary: 'Print the log of a cluster',
  description: 'Print the end of the log of a cluster: that of its components, or the audit log of its API server.',
  examples: `Examples:
  $ operator-gen cluster logs
  $ operator-gen cluster logs --audit --follow --tail 20
`,
  flags: logsFlags,
  writes: false,
  isLive: true,
  operation: async () => (await import('./commands/logs.js')).logs,
});
