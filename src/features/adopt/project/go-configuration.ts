import { objectsOf } from '../../../base/text/yaml-objects.js';
import { listAt, objectAt, textAt } from '../../../base/model/json-at.js';
import { kindOf } from '../../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { isYaml } from '../../../project/paths.js';
import type { ManagerArgument } from '../deployment/manager-arguments.js';

/** Returns the configuration files in `config/` that an operator reads; none without the argument `--config`. */
export function configurationsFor(
  given: readonly ManagerArgument[],
  config: ReadonlyMap<string, string>,
): readonly JsonObject[] {
  if (!given.some(({ name }) => name === 'config')) return [];
  return [...config].flatMap(([file, text]) => (isYaml(file) ? configurationsIn(objectsOf(text)) : []));
}

/** Returns the names of the Leases in configuration files. */
export function leasesIn(configurations: readonly JsonObject[]): readonly string[] {
  return configurations.map((each) => textAt(each, 'leaderElection', 'resourceName')).filter((name) => name !== '');
}

/** Returns the configurations among objects, and in the ConfigMaps among them. */
function configurationsIn(objects: readonly JsonObject[]): readonly JsonObject[] {
  const data = objects.filter((each) => kindOf(each) === 'ConfigMap').map((each) => objectAt(each, 'data'));
  const texts = data.flatMap((each) => Object.values(each)).filter((each) => typeof each === 'string');
  return [...objects, ...texts.flatMap(objectsOf)].filter(isConfiguration);
}

/** Reports whether the kubelet sets a variable to the namespace of the Pod. */
export function hasOwnNamespace(container: JsonObject, variable: string): boolean {
  const found = listAt(container, 'env').find((each) => textAt(each, 'name') === variable);
  return textAt(found, 'valueFrom', 'fieldRef', 'fieldPath') === 'metadata.namespace';
}

/** Reports whether a variable of a container enables the election. */
export function electsByVariable(container: JsonObject): boolean {
  return listAt(container, 'env').some(
    (each) => /leader_?elect/i.test(textAt(each, 'name')) && textAt(each, 'value') === 'true',
  );
}

/** Reports whether an object is a configuration file, such as ControllerManagerConfig, which has no name. */
function isConfiguration(object: JsonObject): boolean {
  return textAt(object, 'metadata', 'name') === '' && /Config$|Configuration$/.test(kindOf(object));
}
