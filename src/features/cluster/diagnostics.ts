import { error } from '../../base/diagnostics/catalogue/entry.js';

/** The variable with the path of the program. */
export const programVariable = 'OPERATOR_GEN_CLUSTER';

/** Problems with clusters on this machine. */
export const clusterDiagnostics = {
  'cluster-folder-unusable': error<{ readonly folder: string }>(
    ({ folder }) => `the folder for clusters cannot be used: ${folder}`,
    () =>
      'make it, and the folders that it is in, writable for you alone, or set XDG_STATE_HOME to a folder of yours that is not in a checkout',
  ),
  'cluster-not-found': error<{ readonly name: string }>(
    ({ name }) => `there is no cluster ${name}`,
    ({ name }) =>
      `create it: npx operator-gen cluster up ${name}; or name another one: npx operator-gen cluster status`,
  ),
  'cluster-damaged': error<{ readonly name: string; readonly file: string }>(
    ({ name, file }) => `the cluster ${name} is damaged: ${file} is missing or incomplete`,
    ({ name }) => `delete it: npx operator-gen cluster down ${name}`,
  ),
  'cluster-busy': error<{ readonly name: string; readonly pid: number; readonly seconds: number }>(
    ({ name, pid, seconds }) => `process ${pid} has been working on the cluster ${name} for ${seconds} s`,
    () => 'wait for it, or end it, and run the same command again',
  ),
  'cluster-differs': error<{
    readonly name: string;
    readonly option: string;
    readonly has: string;
    readonly given: string;
  }>(
    ({ name, option, has, given }) => `the cluster ${name} was created with ${option} ${has}, not ${given}`,
    ({ name }) => `omit the flag, use another name, or delete the cluster first: npx operator-gen cluster down ${name}`,
  ),
  'cluster-of-other-version': error<{ readonly name: string; readonly data: string; readonly program: string }>(
    ({ name, data, program }) =>
      `the data of the cluster ${name} is of Kubernetes ${data}, and the program has ${program}`,
    ({ name }) => `create the cluster again, without its objects: npx operator-gen cluster reset ${name}`,
  ),
  'cluster-failed': error<{ readonly name: string; readonly reason: string; readonly log: string }>(
    ({ name, reason }) => `the cluster ${name} cannot be started: ${reason}`,
    ({ log }) => `fix the cause, and run the same command again${log === '' ? '' : `; the log is in ${log}`}`,
  ),
  'cluster-port-taken': error<{ readonly port: number }>(
    ({ port }) => `the port ${port} of 127.0.0.1 is in use by another program`,
    () => 'end that program; or choose another port with --port, for which a cluster that exists must be deleted first',
  ),
  'cluster-not-stopped': error<{ readonly name: string; readonly pid: number }>(
    ({ name, pid }) => `process ${pid} of the cluster ${name} does not end`,
    ({ pid }) => `end it: kill -9 ${pid}; and run the same command again`,
  ),
  'cluster-program-missing': error<{ readonly name: string; readonly reason: string; readonly variable: string }>(
    ({ name, reason }) => `the package ${name} with the control plane cannot be fetched: ${reason}`,
    ({ variable }) =>
      `build the program in a checkout of operator-gen (npm run upstream -- --cluster), or set ${variable} to its path; ` +
      'or test with etcd and kube-apiserver from setup-envtest (KUBEBUILDER_ASSETS), without controllers; ' +
      'or use another cluster, such as one of kind',
  ),
  'cluster-version-missing': error<{ readonly version: string; readonly reason: string }>(
    ({ version, reason }) => `there are no programs of Kubernetes ${version}: ${reason}`,
    ({ version }) =>
      `set KUBEBUILDER_ASSETS to a folder with etcd, kube-apiserver and kubectl of Kubernetes ${version}, or unset it; ` +
      `get them with setup-envtest use ${version}, or with OPERATOR_GEN_DOWNLOAD_ASSETS=1, which downloads them`,
  ),
  'cluster-kubeconfig': error<{ readonly file: string; readonly reason: string }>(
    ({ file, reason }) => `the kubeconfig ${file} cannot be changed: ${reason}`,
    () => 'fix the file; until then, use the kubeconfig of the cluster: npx operator-gen cluster kubeconfig',
  ),
  'cluster-install-failed': error<{ readonly object: string; readonly reason: string }>(
    ({ object, reason }) => `${object} cannot be installed: ${reason}`,
    () => 'fix the manifest, and run the same command again',
  ),
};
