import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { textAt } from '../../../base/model/json-at.js';
import { isYamlProblem, yamlDocument } from '../../../base/text/yaml-documents.js';
import { isObject, type JsonObject, type JsonValue } from '../../../base/model/schema.js';
import { left } from '../left.js';
import type { Source } from '../source.js';

const watchesFile = 'watches.yaml';

/** Returns the charts, roles and playbooks that an operator without code runs for its kinds. */
export function watchItems(source: Source): readonly Diagnostic[] {
  const text = source.paths.includes(watchesFile) ? source.read(watchesFile) : undefined;
  const file = source.shown(watchesFile);
  const lineOf = (wanted: string): number =>
    Math.max(
      0,
      (text ?? '').split('\n').findIndex((line) => line.includes(wanted)),
    );
  return entriesOf(text).map((entry) => {
    const [kind, runs] = [textAt(entry, 'kind'), whatRuns(entry)];
    const place = { file, line: lineOf(`kind: ${kind}`) + 1, column: 1 };
    return left(`${runs} for ${kind}`, 'port it to the method reconcile of the controller', place);
  });
}

function whatRuns(entry: JsonObject): string {
  const key = ['chart', 'playbook', 'role'].find((each) => textAt(entry, each) !== '');
  return key === undefined ? 'what runs' : `the ${key} ${textAt(entry, key)}`;
}

function entriesOf(text: string | undefined): readonly JsonObject[] {
  const document = yamlDocument(text ?? '');
  if (isYamlProblem(document) || document.errors.length > 0) return [];
  try {
    const value = document.toJS() as JsonValue;
    return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isObject) : [];
  } catch {
    return [];
  }
}
