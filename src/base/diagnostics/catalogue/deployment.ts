import { warning } from './entry.js';

/** Differences between what `config/default` deploys and what the code needs. */
export const deploymentDiagnostics = {
  'secret-not-issued': warning<{ what: string; secret: string }>(
    ({ what, secret }) =>
      `${what} still mounts the Secret ${secret}, which cert-manager no longer issues: its Pods do not start where the Secret does not exist`,
    () => 'remove the volume and its volumeMount, including in patches, with the argument that names the folder',
  ),
  'dangling-role-reference': warning<{ binding: string; role: string; remedy: string }>(
    ({ binding, role }) => `${binding} grants nothing, because the manifests do not deploy ${role}`,
    ({ remedy }) => remedy,
  ),
  'unmatched-patch': warning<{ folder: string; wanted: string; nearest: string | undefined; hasTarget: boolean }>(
    ({ folder, wanted, hasTarget }) =>
      hasTarget
        ? `the patch changes nothing, because no object of ${folder} has ${wanted}`
        : `kustomize refuses the patch, because no object of ${folder} has ${wanted}`,
    ({ folder, nearest }) =>
      nearest === undefined
        ? `give it the kind and the name of an object that \`kubectl kustomize ${folder}\` prints, or remove it`
        : `give it the kind and the name of an object, such as ${nearest}, or remove it`,
  ),
};
