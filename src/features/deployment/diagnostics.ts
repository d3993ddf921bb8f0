import { error, warning } from '../../base/diagnostics/catalogue/entry.js';

/** Differences between the deployed objects and the needs of the code. */
export const deploymentDiagnostics = {
  'deployed-instead': error<{ what: string; path: string; remedy: string; differences: string }>(
    ({ what, path }) => `config/default deploys ${what} of this file, which differs from the generated one in ${path}`,
    ({ remedy, differences }) => `${remedy}; it differs in ${differences}`,
  ),
  'deployed-permissions': error<{ permissions: string; path: string; role: string; remedy: string }>(
    ({ permissions, path, role }) =>
      `config/default does not grant the operator what ${role} of ${path} grants: ${permissions}`,
    ({ remedy }) => remedy,
  ),
  'deployed-changed': warning<{ what: string; path: string; differences: string }>(
    ({ what, path }) => `config/default deploys ${what} of ${path} with other content`,
    ({ differences }) => `change the sources instead of patching the generated file; it differs in ${differences}`,
  ),
  'deployed-without-service': warning<{ what: string; service: string; effect: string; alternative: string }>(
    ({ what, service, effect }) =>
      `${what} calls the Service ${service}, which config/default does not deploy${effect}`,
    ({ service, alternative }) => `deploy the Service ${service}, or ${alternative}`,
  ),
  'deployed-webhook': warning<{ what: string; reason: string; remedy: string }>(
    ({ what, reason }) => `the API server cannot call ${what}: ${reason}`,
    ({ remedy }) => remedy,
  ),
  'deployed-replicas': warning<{ what: string; replicas: string; container: string; other: string }>(
    ({ what, replicas }) =>
      `${what} has ${replicas} replicas and elects no leader: each of them reconciles all objects, at the same time`,
    ({ container, other }) => `add --leader-elect to the arguments of the container ${container}, or ${other}`,
  ),
  'deployed-command': error<{ what: string; command: string; reason: string; remedy: string }>(
    ({ what, command, reason }) => `${what} runs ${command}, ${reason}`,
    ({ remedy }) => remedy,
  ),
  'deployed-argument': warning<{ what: string; argument: string; reason: string; remedy: string }>(
    ({ what, argument, reason }) =>
      `${what} has the argument ${argument}, with which the operator does not start: ${reason}`,
    ({ remedy }) => remedy,
  ),
  'deployed-probe': warning<{ what: string; asked: string; reason: string; remedy: string }>(
    ({ what, asked, reason }) => `${what} asks for ${asked}, which nothing answers: ${reason}`,
    ({ remedy }) => remedy,
  ),
  'deployed-pod': warning<{ what: string; effect: string; reason: string; remedy: string }>(
    ({ what, effect, reason }) => `the Pods of ${what} ${effect}: ${reason}`,
    ({ remedy }) => remedy,
  ),
  'deployed-service': warning<{ what: string; reason: string; remedy: string }>(
    ({ what, reason }) => `${what} leads to no server: ${reason}`,
    ({ remedy }) => remedy,
  ),
  'patched-sidecar': warning<{ argument: string; container: string; operator: string; path: string }>(
    ({ argument, container, operator }) =>
      `the patch gives ${argument} to the container ${container}; the operator runs in the container ${operator}`,
    ({ path }) => `write ${path} in the paths of this patch: a sidecar precedes the operator`,
  ),
  'foreign-image': warning<{ program: string }>(
    ({ program }) => `make docker-build builds the image of another program: ${program}`,
    () =>
      'when the port is complete, replace it and .dockerignore with those of a new project: npx operator-gen init in an empty folder',
  ),
  'moved-role': warning<{ role: string; namespace: string; deployed: string }>(
    ({ role, namespace, deployed }) =>
      `this permission is for the namespace ${namespace}, and config/default deploys its Role ${role} to the namespace ${deployed}`,
    () =>
      'add ../rbac/namespaces to the transformers of config/default/kustomization.yaml, which moves the role back into its namespace',
  ),
  'moved-webhook': warning<{ index: string; place: string }>(
    ({ index }) => `${index} selects a different webhook than before this change of the generated manifest`,
    ({ place }) => `change the index in the patch: ${place}`,
  ),
  'moved-rule': warning<{ index: string; place: string }>(
    ({ index }) => `${index} selects a different permission than before this change of the generated role`,
    ({ place }) => `change the index in the patch: ${place}`,
  ),
  'moved-version': warning<{ index: string; place: string }>(
    ({ index }) => `${index} selects something else than before this change of the generated CRD`,
    ({ place }) => `change the index in the patch: ${place}`,
  ),
};
