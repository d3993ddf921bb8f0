import { indented } from './indented.js';
import type { TriedCase } from '../declarative/table.js';

/** A test case in the format of chainsaw: the fields of its spec in YAML, and other files. */
function tried(verdict: TriedCase['verdict'], name: string, spec: string, files: TriedCase['files']): TriedCase {
  const test = `apiVersion: chainsaw.kyverno.io/v1alpha1
kind: Test
metadata: { name: ${name} }
spec:
${indented(spec, 2)}`;
  return { name, verdict, files: { 'chainsaw-test.yaml': test, ...files } };
}

type Tried = (name: string, spec: string, files?: TriedCase['files']) => TriedCase;

export const passing: Tried = (name, spec, files = {}) => tried('passed', name, spec, files);
export const failing: Tried = (name, spec, files = {}) => tried('failed', name, spec, files);
export const refused: Tried = (name, spec, files = {}) => tried('refused', name, spec, files);

/** Returns the field `steps` with one step that has these operations, each of which is a line of YAML. */
export function oneStep(...operations: readonly string[]): string {
  return `steps:\n${stepOf(...operations)}`;
}

/** Returns a step of the list of steps. */
export function stepOf(...operations: readonly string[]): string {
  return `- try:\n${operations.map((each) => `  - ${each}\n`).join('')}`;
}

/** Returns a ConfigMap in one line of YAML. */
export function menu(data: string, metadata = 'name: menu'): string {
  return `{ apiVersion: v1, kind: ConfigMap, metadata: { ${metadata} }, data: ${data} }`;
}

/** Return operations in one line of YAML. */
export const apply = (object: string, more = ''): string => `apply: { resource: ${object}${more} }`;
export const assert = (object: string, more = ''): string => `assert: { resource: ${object}${more} }`;
export const error = (object: string, more = ''): string => `error: { resource: ${object}${more} }`;
export const script = (content: string, more = ''): string => `script: { content: ${JSON.stringify(content)}${more} }`;
/** Time limit for checks that fail. */
export const soon = ', timeout: 2s';
