import { standardFlags } from '@operator-gen/runtime';
import { objectIn, objectsIn, textIn } from '../../compatibility/crd.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { objectsOf } from '../../merge/yaml-objects.js';
import { left } from './left.js';
import { managerArguments, managerFiles, type ManagerArgument } from './manager-arguments.js';
import type { Source } from './source.js';

const known: ReadonlySet<string> = new Set(Object.keys(standardFlags));

/** The memory below which Node.js with a filled cache is killed, in MiB. */
const leastMemory = 200;

/** Returns what the container of the new operator does not support: arguments that it rejects, and too little memory. */
export function managerItems(source: Source, texts: ReadonlyMap<string, string>): readonly Diagnostic[] {
  return [
    ...managerArguments(source, texts).flatMap(argumentItem),
    ...managerFiles(texts).flatMap(([path, text]) => memoryItems(source.shown(path), text)),
  ];
}

function argumentItem({ name, position }: ManagerArgument): readonly Diagnostic[] {
  const instead = 'the new operator rejects it: remove it, or add the flag in src/main.ts';
  return known.has(name) ? [] : [left(`the argument --${name}`, instead, position)];
}

function memoryItems(file: string, text: string): readonly Diagnostic[] {
  const deployments = objectsOf(text).filter((each) => textIn(each, 'kind') === 'Deployment');
  return deployments.flatMap((each) => {
    const pod = objectIn(objectIn(objectIn(each, 'spec'), 'template'), 'spec');
    const limits = objectsIn(pod, 'containers').map((one) =>
      textIn(objectIn(objectIn(one, 'resources'), 'limits'), 'memory'),
    );
    const limit = limits.find((one) => /^\d+Mi$/.test(one) && Number.parseInt(one, 10) < leastMemory);
    if (limit === undefined) return [];
    const line = text.split('\n').findIndex((one) => one.includes(`memory: ${limit}`)) + 1;
    const instead = 'Node.js needs more than a Go operator: set 256Mi, as in a new project';
    return [left(`the memory limit ${limit}`, instead, { file, line: Math.max(1, line), column: 1 })];
  });
}
