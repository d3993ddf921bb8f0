import { isMap, isScalar, LineCounter, visit, type Node } from 'yaml';
import { isYamlProblem, yamlDocuments } from '../../../base/text/yaml-documents.js';
import { standardFlags } from '@operator-gen/runtime';
import { textAt } from '../../../base/model/json-at.js';
import type { Position } from '../../../base/model/position.js';
import { isYaml } from '../../../project/paths.js';
import { positionAt } from '../../../project/yaml-position.js';
import { startedBy } from '../../../output/kustomize/container-words.js';
import { expandedWords } from '../../../output/kustomize/expanded-words.js';
import { flagsIn, type FlagWord } from '../project/flag-words.js';
import { imagePlace } from './image-items.js';
import { operatorContainers, type OperatorContainer } from './operator-containers.js';
import type { Source } from '../source.js';

/** An argument such as `--leader-elect` or `-color=warm` that a manifest gives to the container of the operator. */
export interface ManagerArgument {
  /** Without the dashes; empty for a word that is not a flag. */
  readonly name: string;
  /** The argument in the manifest, without its value. */
  readonly shown: string;
  /** The text after the equals sign, or the next item of the list; undefined if there is none. */
  readonly value: string | undefined;
  readonly position: Position;
  /** The flag without a value that precedes a word which is not a flag. */
  readonly after?: string;
}

/** Returns the arguments of the operator's containers in the deployed objects. Sidecars are not included. */
export function managerArguments(
  source: Source,
  texts: ReadonlyMap<string, string>,
  containers = operatorContainers(texts, source.deployment, source.clues),
): readonly ManagerArgument[] {
  const found = containers.flatMap((each) => argumentsOf(each, source, texts));
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

function argumentsOf(
  operator: OperatorContainer,
  source: Source,
  texts: ReadonlyMap<string, string>,
): readonly ManagerArgument[] {
  const { container } = operator;
  const words = expandedWords(container, startedBy(container).words);
  const found: ManagerArgument[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const { word, text, isOpen } = words[index]!;
    const position = placeOf(word, operator, source, texts);
    const flags = flagsIn(text, source.declared);
    const last: FlagWord = flags.at(-1) ?? { name: '', shown: text, value: undefined, isSwitch: false };
    const { name, shown, value: given } = last;
    const next = words[index + 1];
    const isFollowed = next?.text.startsWith('-') === false;
    if (isOpen && given === undefined) {
      // What follows can be the value of a flag.
      while (words[index + 1]?.text.startsWith('-') === false) index += 1;
      continue;
    }
    const hasNext = name !== '' && given === undefined && !last.isSwitch && !isSwitch(name) && isFollowed;
    if (hasNext) index += 1;
    const value = given ?? (hasNext ? next.text : undefined);
    const isTaken = isSwitch(name) && given === undefined && isFollowed && !next.isOpen;
    found.push(...flags.slice(0, -1).map((each) => ({ ...each, value: undefined, position })), {
      name,
      shown,
      value,
      position,
    });
    if (!isTaken) continue;
    // Go does not treat it as the value.
    index += 1;
    found.push({
      name: '',
      shown: next.text,
      value: undefined,
      position: placeOf(next.word, operator, source, texts),
      after: name,
    });
  }
  return found;
}

/** Reports whether a flag of every operator never has its value in the next word. */
export function isSwitch(name: string): boolean {
  return Object.hasOwn(standardFlags, name) && standardFlags[name as keyof typeof standardFlags].type === 'boolean';
}

/** Returns the position of an argument: in the container with that name, or else anywhere. */
function placeOf(
  word: string,
  { container, file }: OperatorContainer,
  source: Source,
  texts: ReadonlyMap<string, string>,
): Position {
  const name = textAt(container, 'name');
  const paths = [file, ...[...texts.keys()].filter((path) => path !== file && isYaml(path))];
  const places = paths.flatMap((path) => placesIn(source.shown(path), texts.get(path) ?? '', word, name));
  return (
    places.find(({ isOfContainer }) => isOfContainer)?.position ??
    imagePlace(source, word) ??
    places[0]?.position ?? {
      file: source.shown(file),
      line: 1,
      column: 1,
    }
  );
}

interface Place {
  readonly position: Position;
  readonly isOfContainer: boolean;
}

/** Returns the positions of a text: whole values, and lines of patches within a value. */
function placesIn(file: string, text: string, word: string, container: string): readonly Place[] {
  if (!text.includes(word)) return [];
  const lines = new LineCounter();
  const documents = yamlDocuments(text, { lineCounter: lines });
  if (isYamlProblem(documents)) return [];
  const found: Place[] = [];
  for (const document of documents) {
    visit(document, {
      Scalar: (_key, { value, range }, ancestors) => {
        if (typeof value !== 'string' || !(value === word || (value.includes('\n') && value.includes(word)))) return;
        const start = range?.[0] ?? 0;
        const position = positionAt(file, lines, start + Math.max(0, text.slice(start).indexOf(word)));
        found.push({
          position,
          isOfContainer: (ancestors as readonly Node[]).some((each) => isNamed(each, container)),
        });
      },
    });
  }
  return found;
}

function isNamed(node: Node, name: string): boolean {
  const found = isMap(node) ? node.get('name', true) : undefined;
  return isScalar(found) && found.value === name;
}
