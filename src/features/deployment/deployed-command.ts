import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { operatorWorkloads, programContainers } from '../../output/kustomize/operator-workloads.js';
import { listAt, textAt, textsAt } from '../../base/model/json-at.js';
import { kindOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../base/model/schema.js';
import type { Deployment, Program } from './deployment.js';
import { fieldPlace } from './field-place.js';
import { ofNode, operatorImage, type OperatorImage } from './operator-image.js';

const dockerfile = 'Dockerfile';

/** Programs that the kubelet runs in a container in addition to its command, by the fields that contain them. */
const executed = [
  { field: 'startupProbe', path: ['startupProbe'] },
  { field: 'livenessProbe', path: ['livenessProbe'] },
  { field: 'readinessProbe', path: ['readinessProbe'] },
  { field: 'lifecycle', path: ['lifecycle', 'postStart'] },
  { field: 'lifecycle', path: ['lifecycle', 'preStop'] },
] as const;

const otherProgram = {
  reason: 'which is not this operator',
  remedy: 'remove the command, because the image of the operator has its own; or set an image that has this program',
};
const missingStarter = { ...otherProgram, reason: 'which the image of the operator does not have' };
const remedyOfOthers =
  'give the container its own program: set an image that has it, or copy it into the image in the Dockerfile; or remove the container: without the command, it would run the operator, which has no subcommands';
const missingProgram = {
  reason: missingStarter.reason,
  remedy:
    'remove it, or use a type that needs no program: httpGet for a probe, sleep for a hook; or copy the program into the image in the Dockerfile',
};

/** Reports containers with the image of the operator whose command is not the operator, or a program that the image lacks. */
export function commandProblems(program: Program): readonly Diagnostic[] {
  const { objects, read, folder } = program;
  const image = operatorImage(read(dockerfile) ?? '');
  const operators = new Set(operatorWorkloads(objects).map(({ container }) => container));
  return programContainers(objects).flatMap(({ built, container }) => {
    const { object, declaredName } = built;
    const name = textAt(container, 'name');
    const what = `the container ${name} of ${kindOf(object)} ${declaredName}${folder === undefined ? '' : ` in ${folder}`}`;
    const placeOf = (field: string) => fieldPlace({ built, container: name, field }, program);
    const words = textsAt(container, 'command');
    const [command] = words;
    const isOther = command !== undefined && !isOperator(words, image);
    const { reason, remedy } = words.some((each) => ofNode.test(each)) ? missingStarter : otherProgram;
    const other = { reason, remedy: operators.has(container) ? remedy : remedyOfOthers };
    return [
      ...(isOther ? [diagnostic('deployed-command', { what, command, ...other }, placeOf('command'))] : []),
      ...missingPrograms(container, image).map(({ field, inside, command: missing }) => {
        const given = { what: `the ${inside} of ${what}`, command: missing, ...missingProgram };
        const found = diagnostic('deployed-command', given, placeOf(field));
        // A container also stops without it.
        return inside === 'preStop' ? { ...found, severity: 'warning' as const } : found;
      }),
    ];
  });
}

/** Reports whether a command can start the operator: with Node.js, or with a program that the Dockerfile names. */
function isOperator(words: readonly string[], image: OperatorImage): boolean {
  const [program = ''] = words;
  if (words.some((each) => ofNode.test(each))) return image.isChosen || !image.lacks(program);
  return image.names(program);
}

interface MissingProgram {
  readonly field: string;
  readonly inside: string;
  readonly command: string;
}

/** Returns the programs of probes and hooks that the image does not have. */
function missingPrograms(container: JsonObject, image: OperatorImage): readonly MissingProgram[] {
  const mounted = listAt(container, 'volumeMounts').map((each) => `${textAt(each, 'mountPath').replace(/\/$/, '')}/`);
  return executed.flatMap(({ field, path }) => {
    const [command] = textsAt(container, ...path, 'exec', 'command');
    // An init container can put programs into a volume.
    if (command === undefined || mounted.some((each) => command.startsWith(each))) return [];
    return !image.lacks(command) ? [] : [{ field, inside: path.at(-1)!, command }];
  });
}

/** Reports a Dockerfile that builds the image of a Go program. */
export function imageProblems(read: Deployment['read']): readonly Diagnostic[] {
  const { foreign } = operatorImage(read(dockerfile) ?? '');
  if (foreign === undefined) return [];
  const { program, line } = foreign;
  return [diagnostic('foreign-image', { program }, { file: dockerfile, line, column: 1 })];
}
