import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { GoFile } from '../../go/answer.js';
import { listAt, textAt } from '../../model/json-at.js';
import type { Position } from '../../model/position.js';
import { left } from './left.js';
import { managerArguments, type ManagerArgument } from './manager-arguments.js';
import { operatorContainers } from './operator-containers.js';
import type { Source } from './source.js';

/**
 * Returns what the new operator does otherwise than the Go operator unless it has another argument, because its defaults differ:
 * it serves metrics over HTTPS to authorized clients, and elects no leader.
 */
export function settingItems(
  source: Source,
  files: readonly GoFile[],
  texts: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
  if (files.every(({ managers }) => managers.length === 0)) return [];
  const given = managerArguments(source, texts);
  return [...metricsItems(files, given), ...electionItems(source, files, texts, given)];
}

/** An option with another value than a literal is read from a flag, which both operators have. */
function metricsItems(files: readonly GoFile[], given: readonly ManagerArgument[]): readonly Diagnostic[] {
  const address = given.find(({ name }) => name === 'metrics-bind-address');
  if (address === undefined || address.value === '0' || isGiven(given, 'metrics-secure')) return [];
  const options = valuesOf(files, 'Metrics.SecureServing');
  if (options.some(({ value }) => value !== 'false')) return [];
  const instead =
    'the new operator serves them over HTTPS, to clients that the API server authorizes: add --metrics-secure=false to its arguments, or change what reads them';
  return [left('metrics over HTTP without authorization', instead, address.position)];
}

function electionItems(
  source: Source,
  files: readonly GoFile[],
  texts: ReadonlyMap<string, string>,
  given: readonly ManagerArgument[],
): readonly Diagnostic[] {
  if (isGiven(given, 'leader-elect') || isGiven(given, 'no-leader-elect')) return [];
  const [option] = valuesOf(files, 'LeaderElection').filter(({ value }) => value === 'true');
  const place = option?.position ?? electionIn(source, texts);
  const instead = 'the new operator does not elect one by default: add --leader-elect to its arguments';
  return place === undefined ? [] : [left('the election of a leader', instead, place)];
}

/** Returns the place of an environment variable or of a configuration that has the Go operator elect a leader. */
function electionIn(source: Source, texts: ReadonlyMap<string, string>): Position | undefined {
  for (const { container, file } of operatorContainers(texts, source.deployment)) {
    const variable = listAt(container, 'env').find(
      (each) => /leader_?elect/i.test(textAt(each, 'name')) && textAt(each, 'value') === 'true',
    );
    if (variable !== undefined) return placeOf(source, [file, ...texts.keys()], texts, textAt(variable, 'name'));
  }
  const [path] = [...texts].find(([each, text]) => /\.ya?ml$/.test(each) && electsIn(text)) ?? [];
  return path === undefined ? undefined : placeOf(source, [path], texts, 'leaderElect:');
}

/** Reports whether a ControllerManagerConfig, or one in a ConfigMap, elects a leader. */
function electsIn(text: string): boolean {
  return text.split('\n').some((line) => /^leaderElect: *true\b/.test(line.trim()));
}

function isGiven(given: readonly ManagerArgument[], flag: string): boolean {
  return given.some(({ name }) => name === flag);
}

function valuesOf(files: readonly GoFile[], option: string): GoFile['options'] {
  return files.flatMap(({ options }) => options.filter(({ name }) => name === option));
}

/** Returns the place of a word in the first of some files that has it: a patch can set what another file declares. */
function placeOf(source: Source, paths: readonly string[], texts: ReadonlyMap<string, string>, word: string): Position {
  const lineIn = (path: string): number =>
    (texts.get(path) ?? '').split('\n').findIndex((each) => each.includes(word)) + 1;
  const path = paths.find((each) => lineIn(each) > 0) ?? paths[0]!;
  return { file: source.shown(path), line: Math.max(1, lineIn(path)), column: 1 };
}
