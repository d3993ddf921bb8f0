import { basename } from 'node:path';
import { refuseInvalid, refuseUnsupported } from '../case-error.js';
import { readObjects } from '../files/documents.js';
import type { CaseObject, CaseStep } from '../model.js';
import { nameForm, parseFileName, type FileName, type FileRole } from './file-name.js';
import { isSelected, type RunLabels } from './run-labels.js';
import { readTestAssert, type TestAssert } from './test-assert.js';
import { readTestStep, type CaseFolder, type TestStep } from './test-step.js';

/** Group of the kinds of kuttl's own configuration. */
const ownGroup = 'kuttl.dev/';

/** Content of a step's files, while they are read in their order. */
interface Content {
  name: string;
  step?: TestStep;
  assertion?: TestAssert;
  readonly objects: Readonly<Record<FileRole, CaseObject[]>>;
}

const noAssertion: TestAssert = { collectors: [], assertCommands: [], references: [], anyOf: [], allOf: [] };

/** Reads the files of a step. @throws CaseError if one of them is not valid, or has something that is not supported */
export function readStep(index: number, paths: readonly string[], labels: RunLabels, around: CaseFolder): CaseStep {
  const content: Content = { name: '', objects: { apply: [], assert: [], errors: [] } };
  for (const path of paths) addFile(content, path, labels, around);
  const { step, assertion = noAssertion, objects } = content;
  return {
    index,
    name: step?.name || content.name,
    cluster: step?.cluster,
    deletes: step?.deletes ?? [],
    commands: step?.commands ?? [],
    applies: [...objects.apply, ...(step?.applies ?? [])],
    asserts: [...objects.assert, ...(step?.asserts ?? [])],
    errors: [...objects.errors, ...(step?.errors ?? [])],
    ...assertion,
  };
}

function addFile(content: Content, path: string, labels: RunLabels, around: CaseFolder): void {
  const name = parseFileName(basename(path));
  if (name === undefined)
    return refuseInvalid({ file: path }, 'its name is not that of a file of a step', `rename it to ${nameForm}`);
  if (name.isTemplate) refuseUnsupported({ file: path }, 'a Go template', 'write the file without a template');
  const objects = readObjects(path, around.files.read(path));
  const own = objects.filter(({ kind, apiVersion }) => kind === 'TestFile' && apiVersion.startsWith(ownGroup));
  if (own.length > 1) refuseInvalid(own[1]!.place, 'the file has two TestFile objects', 'remove one');
  if (own.some((each) => !isSelected(each, labels))) return;
  if (name.role === 'apply') content.name ||= name.stepName;
  for (const each of objects) if (!own.includes(each)) addObject(content, name, each, around);
}

function addObject(content: Content, { role }: FileName, object: CaseObject, around: CaseFolder): void {
  const { kind, place } = object;
  const isOwn = object.apiVersion.startsWith(ownGroup);
  if (kind === 'TestStep' && (isOwn || role === 'apply')) {
    requireRole(object, role, 'apply', 'a file without assert or errors in its name');
    if (content.step !== undefined) refuseInvalid(place, 'the step has two TestStep objects', 'combine them');
    content.step = readTestStep(object, around);
  } else if (kind === 'TestAssert' && (isOwn || role === 'assert')) {
    requireRole(object, role, 'assert', 'an assert file');
    content.assertion = readTestAssert(object, around.warn);
  } else content.objects[role].push(object);
}

function requireRole({ kind, apiVersion, place }: CaseObject, role: FileRole, needed: FileRole, where: string): void {
  if (!apiVersion.startsWith(ownGroup))
    refuseInvalid(place, `the ${kind} has the apiVersion ${apiVersion}`, 'write apiVersion: kuttl.dev/v1beta1');
  if (role !== needed) refuseInvalid(place, `a ${kind} has no effect in this file`, `move it to ${where}`);
}
