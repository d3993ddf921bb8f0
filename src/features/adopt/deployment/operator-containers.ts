import { listAt, objectAt, textAt } from '../../../base/model/json-at.js';
import { kindOf, nameOf } from '../../../base/model/kubernetes-object.js';
import { isObject, type JsonObject } from '../../../base/model/schema.js';
import { noClues, operatorContainer, type OperatorClues } from '../../../output/kustomize/operator-workloads.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import type { GoDeployment } from './go-deployment.js';

/** A container that runs the operator of a Go project. */
export interface OperatorContainer {
  /** The workload, with all patches that are known. */
  readonly workload: JsonObject;
  readonly container: JsonObject;
  /** Names that manifests and patches can use for the workload. */
  readonly names: readonly string[];
  /** The file that declares the workload. */
  readonly file: string;
}

/**
 * Returns the containers of the operator that `config/default` deploys or, without it, those in the manifests of the
 * usual folders.
 */
export function operatorContainers(
  texts: ReadonlyMap<string, string>,
  { workloads }: Pick<GoDeployment, 'workloads'>,
  clues: OperatorClues = noClues,
): readonly OperatorContainer[] {
  if (workloads.length > 0)
    return workloads.map(({ built: { object, declaredName, file }, container }) => {
      return { workload: object, container, names: [declaredName, nameOf(object)], file };
    });
  return [...texts]
    .filter(([path]) => /^config\/(?:manager|default)\/.*\.ya?ml$/.test(path))
    .flatMap(([file, text]) =>
      objectsOf(text).flatMap((workload) => {
        const container = kindOf(workload) === 'Deployment' ? operatorContainer(workload, clues) : undefined;
        return container === undefined ? [] : [{ workload, container, names: [nameOf(workload)], file }];
      }),
    );
}

/** Returns a key that a workload has in all builds: another kustomization can rename it. */
export function keyOf({ workload, names, file }: OperatorContainer): string {
  return JSON.stringify([kindOf(workload), names[0], file]);
}

/** Reports whether an object of a file is a workload of the operator, or a patch of one. */
export function isOperatorWorkload(object: JsonObject, containers: readonly OperatorContainer[]): boolean {
  return containers.some(
    ({ workload, names }) => kindOf(object) === kindOf(workload) && names.includes(nameOf(object)),
  );
}

/** Reports whether a container of a workload is that of the operator. */
export function isOperatorContainer(
  object: JsonObject,
  name: string,
  containers: readonly OperatorContainer[],
): boolean {
  return containers.some(
    ({ workload, names, container }) =>
      kindOf(object) === kindOf(workload) && names.includes(nameOf(object)) && textAt(container, 'name') === name,
  );
}

/** Returns the containers of a workload. */
export function containersOf(workload: JsonObject): readonly JsonObject[] {
  return listAt(workload, 'spec', 'template', 'spec', 'containers').filter(isObject);
}

/** Returns a workload with other containers. */
export function withContainers(workload: JsonObject, containers: readonly JsonObject[]): JsonObject {
  const spec = objectAt(workload, 'spec');
  const template = objectAt(spec, 'template');
  const pod = { ...objectAt(template, 'spec'), containers: [...containers] };
  return { ...workload, spec: { ...spec, template: { ...template, spec: pod } } };
}
