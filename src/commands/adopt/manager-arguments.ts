import { isPair, isScalar, isSeq, LineCounter, visit } from 'yaml';
import { isYamlProblem, yamlDocuments } from '../../merge/yaml-documents.js';
import type { Position } from '../../model/position.js';
import { positionAt } from '../../project/yaml-position.js';
import type { Source } from './source.js';

/** An argument such as `--leader-elect` or `--color=warm` that a manifest gives to a container. */
export interface ManagerArgument {
  readonly name: string;
  /** The text after the equals sign, or the next item of the list. */
  readonly value: string;
  readonly position: Position;
}

const argument = /^--([\w-]+)(?:=([^]*))?$/;

/** Returns the manifests of the manager, and the patches of it. */
export function managerFiles(texts: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...texts].filter(([path]) => /^config\/(?:manager|default)\/.*\.ya?ml$/.test(path));
}

/** Returns the arguments in lists of manifests and in patches, in any style of YAML. */
export function managerArguments(source: Source, texts: ReadonlyMap<string, string>): readonly ManagerArgument[] {
  return managerFiles(texts).flatMap(([path, text]) => argumentsIn(source.shown(path), text));
}

function argumentsIn(file: string, text: string): readonly ManagerArgument[] {
  const lines = new LineCounter();
  const documents = yamlDocuments(text, { lineCounter: lines });
  if (isYamlProblem(documents)) return [];
  const found: ManagerArgument[] = [];
  for (const document of documents) {
    visit(document, {
      Scalar: (key, { value, range }, ancestors) => {
        const [, name, given] = (typeof value === 'string' && argument.exec(value)) || [];
        const parent = ancestors.at(-1);
        const isValue = isPair(parent) && key === 'value' && isScalar(parent.key) && parent.key.value === 'value';
        if (name === undefined || (!isSeq(parent) && !isValue)) return;
        const next = isSeq(parent) && typeof key === 'number' ? parent.items[key + 1] : undefined;
        const following = isScalar(next) && typeof next.value === 'string' ? next.value : '';
        const start = range?.[0] ?? 0;
        const position = positionAt(file, lines, start + Math.max(0, text.slice(start).indexOf('--')));
        found.push({ name, value: given ?? following, position });
      },
    });
  }
  return found;
}
