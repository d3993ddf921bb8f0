import { textAt, textsAt } from '../../../base/model/json-at.js';
import { withoutEach } from '../../../base/text/text.js';
import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { startedBy } from '../../../output/kustomize/container-words.js';
import { kindAndName } from '../../../base/model/kubernetes-object.js';
import { fieldPlace } from '../../deployment/field-place.js';
import { changed, withChanges, type ConfigChange } from '../config/config-changes.js';
import { goDeployment } from './go-deployment.js';
import { imagePlace } from './image-items.js';
import {
  containersOf,
  isOperatorContainer,
  isOperatorWorkload,
  operatorContainers,
  withContainers,
  type OperatorContainer,
} from './operator-containers.js';
import type { Source } from '../source.js';
import { joined, workloadFiles } from './workload-files.js';

/** The changes of config/ that keep the arguments of the operator, and problems for arguments that could not be kept. */
export interface KeptArguments {
  readonly changes: readonly ConfigChange[];
  readonly problems: readonly Diagnostic[];
}

/** A container of the operator that has lost arguments. */
interface Differing {
  readonly name: string;
  readonly had: readonly string[];
  readonly has: readonly string[];
}

/**
 * Makes `config/default` deploy all arguments that the operator had. The arguments in a command become arguments of the
 * manifest, which a patch can replace.
 * @param before the changes that remove commands
 */
export function keptArguments(
  source: Source,
  config: ReadonlyMap<string, string>,
  before: readonly ConfigChange[],
): KeptArguments {
  const { workloads } = source.deployment;
  // Without a build of config/default, it is unknown which file is a patch.
  const had = workloads.length === 0 ? [] : operatorContainers(config, { workloads });
  const differing = differingIn(had, source, withChanges(config, before));
  let changes = before;
  const problems: Diagnostic[] = [];
  for (const each of differing) {
    const change = changeFor(each, { source, operators: had }, withChanges(config, changes));
    if (change === undefined) problems.push(...lostArguments(each, source, config, withChanges(config, changes)));
    else changes = joined(changes, change);
  }
  return { changes, problems };
}

function differingIn(
  had: readonly OperatorContainer[],
  source: Source,
  texts: ReadonlyMap<string, string>,
): readonly Differing[] {
  const now = deployedArguments(source, texts);
  return had.flatMap(({ workload, container }) => {
    const name = kindAndName(workload);
    const words = startedBy(container).words;
    const has = now.get(name);
    return has === undefined || isSame(words, has) ? [] : [{ name, had: words, has }];
  });
}

/** Returns the operator's arguments in the deployed objects, by the names of its workloads. */
function deployedArguments(
  { clues }: Source,
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const containers = operatorContainers(
    texts,
    goDeployment((path) => texts.get(path), clues),
    clues,
  );
  return new Map(containers.map(({ workload, container }) => [kindAndName(workload), textsAt(container, 'args')]));
}

/** Reports whether two lists of arguments have the same effect: the order of flags with different names does not matter. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  if (JSON.stringify(one) === JSON.stringify(other)) return true;
  const names = one.map((each) => /^--?([^=]+)/.exec(each)?.[1]);
  const isFree = !names.includes(undefined) && new Set(names).size === names.length;
  return isFree && JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
}

/** Returns the first change of a file that gives a container all of its arguments. */
function changeFor(
  { name, had, has }: Differing,
  { source, operators }: { readonly source: Source; readonly operators: readonly OperatorContainer[] },
  texts: ReadonlyMap<string, string>,
): ConfigChange | undefined {
  const missing = withoutEach(had, has);
  const ways = [
    (words: readonly string[]) => [...missing, ...words],
    (words: readonly string[]) => [...words, ...missing],
    () => had,
  ];
  const those = operators.filter(({ workload }) => kindAndName(workload) === name);
  for (const path of workloadFiles(texts, those))
    for (const way of ways) {
      const [change] = withArguments(path, those, texts, way);
      const now = change && deployedArguments(source, withChanges(texts, [change])).get(name);
      if (now !== undefined && isSame(had, now)) return change;
    }
  return undefined;
}

function withArguments(
  path: string,
  operators: readonly OperatorContainer[],
  texts: ReadonlyMap<string, string>,
  way: (words: readonly string[]) => readonly string[],
): readonly ConfigChange[] {
  const declaring = new Set(operators.map(({ file }) => file));
  return changed(path, texts, (object) => {
    if (!isOperatorWorkload(object, operators)) return undefined;
    const added: string[] = [];
    const containers = containersOf(object).map((each) => {
      if (!isOperatorContainer(object, textAt(each, 'name'), operators)) return each;
      // A patch without arguments would replace those of the file with the container.
      if (each['args'] === undefined && !declaring.has(path)) return each;
      const args = way(textsAt(each, 'args'));
      added.push(...withoutEach(args, textsAt(each, 'args')));
      return { ...each, args: [...args] };
    });
    if (containers.every((each, index) => each === containersOf(object)[index])) return undefined;
    const what = `with the arguments of the container in the Go project${added.length === 0 ? '' : `: ${added.join(' ')}`}`;
    return { object: withContainers(object, containers), what: [what] };
  });
}

/** Reports arguments that are replaced by a patch which cannot be changed, such as a JSON patch. */
function lostArguments(
  { name, had, has }: Differing,
  source: Source,
  config: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
  const texts = source.isHere ? after : config;
  const read = (path: string): string | undefined => texts.get(path);
  const place = goDeployment(read, source.clues)
    .workloads.filter(({ built }) => kindAndName(built.object) === name)
    .map(({ built, container }) => fieldPlace({ built, container: textAt(container, 'name'), field: 'args' }, { read }))
    .map((each) => ({ ...each, file: source.shown(each.file) }))[0];
  const argument = withoutEach(had, has).join(' ');
  const isOfImage = withoutEach(had, has).some((each) => imagePlace(source, each) !== undefined);
  const owner = isOfImage ? 'the Dockerfile of the Go operator has it' : 'the Go operator has it in its command';
  const reason = `${owner}, and a patch sets the arguments`;
  return argument === '' ? [] : [diagnostic('argument-needed', { argument, reason }, place)];
}
