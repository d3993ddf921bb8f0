import { operatorContainer } from '../../../output/kustomize/operator-workloads.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import { listAt, textAt, textsAt } from '../../../base/model/json-at.js';
import { kindOf } from '../../../base/model/kubernetes-object.js';
import { isObject, type JsonObject } from '../../../base/model/schema.js';
import { readable } from '../../../project/readable.js';
import { left } from '../left.js';
import { memoryRemedy } from './manager-items.js';
import type { Source } from '../source.js';

const usualName = /clusterserviceversion\.ya?ml$/;

/**
 * Reports settings that the new image does not support in the Deployments of ClusterServiceVersions, with which OLM
 * runs the operator.
 */
export function csvItems(source: Source): readonly Diagnostic[] {
  return source.paths
    .filter((path) => usualName.test(path))
    .flatMap((path) => {
      const text = readable(source.read, path) ?? '';
      const containers = objectsOf(text)
        .filter((each) => kindOf(each) === 'ClusterServiceVersion')
        .flatMap((each): readonly JsonObject[] =>
          listAt(each, 'spec', 'install', 'spec', 'deployments').filter(isObject),
        )
        .map((each) => operatorContainer(each, source.clues));
      return containers.flatMap((each) =>
        each === undefined ? [] : itemsOf(each, source.shown(path), text.split('\n')),
      );
    });
}

function itemsOf(container: JsonObject, file: string, lines: readonly string[]): readonly Diagnostic[] {
  const at = (text: string) => ({
    file,
    line: Math.max(1, lines.findIndex((each) => each.includes(text)) + 1),
    column: 1,
  });
  const [command] = textsAt(container, 'command');
  const limit = textAt(container, 'resources', 'limits', 'memory');
  const remedy = memoryRemedy(limit);
  const removed = 'remove it, because the image of the new operator has its own, or generate the bundle again';
  return [
    ...(command === undefined
      ? []
      : [left(`the command ${command} of the ClusterServiceVersion`, removed, at(command))]),
    ...(remedy === undefined
      ? []
      : [left(`the memory limit ${limit} of the ClusterServiceVersion`, remedy, at(`memory: ${limit}`))]),
  ];
}
