import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { programContainers } from '../../kustomize/operator-workloads.js';
import { textAt, textsAt } from '../../model/json-at.js';
import { kindOf } from '../../model/kubernetes-object.js';
import type { Deployment, Program } from './deployment.js';
import { fieldPlace } from './field-place.js';

const dockerfile = 'Dockerfile';
/** A program or a script that Node.js runs, as a word of a command or in one. */
const ofNode = /(?:^|[\s/])(?:node|nodejs|npm|npx)(?:\s|$)|\.[cm]?[jt]s(?:\s|$)/;
/** Programs that run others: the image that `init` scaffolds has none of them. */
const shells = new Set(['sh', 'ash', 'bash', 'dash', 'env']);

/** Reports containers with the image of the operator that run another program than the one in it. */
export function commandProblems(program: Program): readonly Diagnostic[] {
  const { objects, read, folder } = program;
  return programContainers(objects).flatMap(({ built, container }) => {
    const words = textsAt(container, 'command');
    const [command] = words;
    if (command === undefined || isOperator(words, read(dockerfile) ?? '')) return [];
    const { object, declaredName } = built;
    const name = textAt(container, 'name');
    const what = `the container ${name} of ${kindOf(object)} ${declaredName}${folder === undefined ? '' : ` in ${folder}`}`;
    const place = fieldPlace({ built, container: name, field: 'command' }, program);
    return [diagnostic('deployed-command', { what, command }, place)];
  });
}

/** Reports whether a command can start the operator: with Node.js, or with a program that the Dockerfile names. */
function isOperator(words: readonly string[], image: string): boolean {
  if (words.some((each) => ofNode.test(each))) return true;
  const program = posix.basename(words[0]!);
  const isNamed = image.split(/[\s"',[\]/]+/).includes(program);
  return isNamed && !shells.has(program) && foreignProgram(image) === undefined;
}

/** Reports a Dockerfile that builds the image of a Go program. */
export function imageProblems(read: Deployment['read']): readonly Diagnostic[] {
  const text = read(dockerfile) ?? '';
  const program = foreignProgram(text);
  if (program === undefined) return [];
  const line = text.split('\n').findLastIndex((each) => each.includes(program));
  return [diagnostic('foreign-image', { program }, { file: dockerfile, line: line + 1, column: 1 })];
}

/** Returns the program that an image starts, if it is not Node.js. */
function foreignProgram(image: string): string | undefined {
  const stages = image.split(/^FROM /m);
  const [, entry] = /^ENTRYPOINT[ \t]+(\S.*)$/m.exec(stages.at(-1) ?? '') ?? [];
  const isGo = /\bgo\s+build\b|^FROM\s+(?:\S+\s+)?\S*golang/m.test(image);
  return entry === undefined || !isGo || /\bnode(?:js)?\b|\.[cm]?js\b/.test(entry) ? undefined : entry.trim();
}
