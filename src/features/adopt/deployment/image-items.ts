import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { OperatorWorkload } from '../../../output/kustomize/operator-workloads.js';
import { textsAt } from '../../../base/model/json-at.js';
import type { Position } from '../../../base/model/position.js';
import { dockerfile, ownFlags, startedIn } from '../project/image-start.js';
import { left } from '../left.js';
import { containersOf } from './operator-containers.js';
import type { Source } from '../source.js';

/** Returns the position of an argument in the Dockerfile of the Go project; undefined if it is not there. */
export function imagePlace({ image, shown }: Pick<Source, 'image' | 'shown'>, word: string): Position | undefined {
  if (image === undefined || !ownFlags(image, []).includes(word)) return undefined;
  return { file: shown(dockerfile), line: image.line, column: 1 };
}

/** Reports arguments that only a script in the image knows, and arguments of an image whose workload is unknown. */
export function imageItems({ image, deployment, shown }: Source): readonly Diagnostic[] {
  if (image === undefined) return [];
  const place = { file: shown(dockerfile), line: image.line, column: 1 };
  const own = ownFlags(image, []);
  if (deployment.workloads.length === 0 && own.length > 0) {
    const reason = 'the Dockerfile of the Go operator has it, and no workload of config/default runs the operator';
    return [diagnostic('argument-needed', { argument: own.join(' '), reason }, place)];
  }
  if (!deployment.workloads.some(isStartedByImage)) return [];
  if (image.unknown !== undefined) {
    const instead =
      'the arguments of the Go program are known only to this script: add those that the operator needs to args of its container';
    return [left(`the arguments that ${image.unknown} of the image gives to the Go program`, instead, place)];
  }
  const { script } = startedIn(image, []);
  const instead =
    'the image of the new operator has no shell: set the arguments that the script computes, and move the other steps elsewhere';
  return script === undefined ? [] : [left(`the script ${JSON.stringify(script)} of the image`, instead, place)];
}

/** Reports whether the image determines what a container starts: it has no command, or is a copy with that of the image. */
function isStartedByImage({ built, container }: OperatorWorkload): boolean {
  return textsAt(container, 'command').length === 0 || !containersOf(built.object).includes(container);
}
