import { posix } from 'node:path';
import { standardFlags } from '@operator-gen/runtime';
import { LineCounter } from 'yaml';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { operatorWorkloads, type OperatorWorkload } from '../../output/kustomize/operator-workloads.js';
import { readObjects } from '../../output/kustomize/read-objects.js';
import { isYamlProblem, yamlDocument } from '../../base/text/yaml-documents.js';
import { listAt, textAt, textsAt } from '../../base/model/json-at.js';
import { isObject, type JsonObject } from '../../base/model/schema.js';
import type { Position } from '../../base/model/position.js';
import { kustomizations } from '../../project/paths.js';
import { positionsIn } from '../../project/yaml-position.js';
import type { Deployment } from './deployment.js';

/** The scaffolded patches that add arguments to the operator by the index of its container. */
const patches = ['manager_metrics_patch.yaml', 'cert_metrics_manager_patch.yaml', 'manager_webhook_patch.yaml'];

/**
 * Warns of scaffolded patches that give an argument of the operator to a sidecar, which was inserted before the
 * operator: a JSON patch selects a container by its index.
 */
export function sidecarPatchProblems({ objects, read }: Deployment): readonly Diagnostic[] {
  const operators = operatorWorkloads(objects).filter(({ isGuess }) => !isGuess);
  return patches.flatMap((name) => {
    const file = posix.join(posix.dirname(kustomizations.default), name);
    const added = argumentsAddedIn(file, read(file) ?? '');
    return operators.flatMap((operator) => added.flatMap((each) => problemOf(each, operator) ?? [])).slice(0, 1);
  });
}

interface AddedArgument {
  readonly argument: string;
  /** The index of the container. */
  readonly index: number;
  readonly position: Position;
}

function argumentsAddedIn(file: string, text: string): readonly AddedArgument[] {
  const lines = new LineCounter();
  const document = yamlDocument(text, { lineCounter: lines });
  const read = readObjects(text, true);
  if (isYamlProblem(document) || 'reason' in read || !read.isList) return [];
  const positionOf = positionsIn(file, document, lines);
  return read.objects.flatMap((operation, at) => {
    const index = /^\/spec\/template\/spec\/containers\/(\d+)\/args\/-$/.exec(textAt(operation, 'path'))?.[1];
    const argument = textAt(operation, 'value');
    const [, flag = ''] = /^--([^=]+)/.exec(argument) ?? [];
    const isOperators = index !== undefined && Object.hasOwn(standardFlags, flag);
    return isOperators ? [{ argument, index: Number(index), position: positionOf(at, 'path') }] : [];
  });
}

function problemOf(
  { argument, index, position }: AddedArgument,
  { built, container }: OperatorWorkload,
): Diagnostic | undefined {
  const containers = listAt(built.object, 'spec', 'template', 'spec', 'containers').filter(isObject);
  const other: JsonObject | undefined = containers[index];
  if (other === undefined || other === container) return undefined;
  if (!textsAt(other, 'args').includes(argument) || textsAt(container, 'args').includes(argument)) return undefined;
  const names = { container: textAt(other, 'name'), operator: textAt(container, 'name') };
  return diagnostic(
    'patched-sidecar',
    { argument, ...names, path: `/spec/template/spec/containers/${containers.indexOf(container)}` },
    position,
  );
}
