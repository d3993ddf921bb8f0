import { posix } from 'node:path';
import { shell, startedBy, type ContainerWords } from '../../../output/kustomize/container-words.js';
import type { OperatorWorkload } from '../../../output/kustomize/operator-workloads.js';
import { textsAt } from '../../../base/model/json-at.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { ofNode, operatorImage, type ImageStart } from '../../deployment/operator-image.js';

/** The start of the image of a Go operator. */
export interface GoImageStart extends ImageStart {
  /** The script or program that starts the Go program, if only it knows the arguments. */
  readonly unknown: string | undefined;
}

/** The Dockerfile of the operator. */
export const dockerfile = 'Dockerfile';
/** Programs that start the program that follows their own options. */
const inits = /^(?:tini|dumb-init|catatonit)(?:-static)?$/;
/** Programs that start others, and whose arguments are not those of the other program. */
const runners = /^(?:env|gosu|su-exec|setpriv|nice|timeout|dlv)$/;
const script = /\.(?:ba|da|a|z|k)?sh$/;

/** Returns what the Dockerfile of a Go project starts. @param read returns the text of a file of the project */
export function goImageStart(
  paths: readonly string[],
  read: (path: string) => string | undefined,
): GoImageStart | undefined {
  const { start, runsNode } = operatorImage(read(dockerfile) ?? '');
  if (start === undefined) return undefined;
  const [entrypoint, cmd] = [withoutInit(start.entrypoint), withoutInit(start.cmd)];
  const known = { ...start, entrypoint, cmd: start.entrypoint.length === 0 ? cmd : start.cmd };
  const all = [...known.entrypoint, ...known.cmd];
  if (all.slice(0, 3).some((each) => ofNode.test(each))) return undefined;
  const { program } = startedIn(known, []);
  const name = posix.basename(program);
  const isScript = (path: string): boolean => posix.basename(path) === name && read(path)?.startsWith('#!') === true;
  const isUnknown = program === '' || shell.test(name) || runners.test(name) || script.test(name);
  const isOther = isUnknown || paths.some(isScript);
  // A script in a Node.js image starts the new operator.
  if (isOther && runsNode) return undefined;
  const unknown = isOther ? program || all.join(' ') : undefined;
  return { ...known, unknown };
}

function withoutInit(words: readonly string[]): readonly string[] {
  if (!inits.test(posix.basename(words[0] ?? ''))) return words;
  const end = words.indexOf('--');
  const first = end < 0 ? words.findIndex((each, index) => index > 0 && !each.startsWith('-')) : end + 1;
  return first < 0 ? [] : words.slice(first);
}

/** Returns what a container without a command starts: its arguments replace those of `CMD`. */
export function startedIn({ entrypoint, cmd }: ImageStart, args: readonly string[]): ContainerWords {
  const isEntry = entrypoint.length > 0;
  if (!isEntry && args.length > 0) return { program: '', words: [] };
  return startedBy({
    command: isEntry ? [...entrypoint] : [...cmd],
    args: isEntry ? [...(args.length > 0 ? args : cmd)] : [],
  });
}

/** Returns arguments without the words before the first flag, which select a part of the Go program. */
function fromFirstFlag(words: readonly string[]): readonly string[] {
  const first = words.findIndex((each) => each.startsWith('-'));
  return first < 0 ? [] : words.slice(first);
}

/** Returns the flags that an image passes to its program in addition to the arguments of a container. */
export function ownFlags(image: GoImageStart, args: readonly string[]): readonly string[] {
  if (image.unknown !== undefined) return [];
  return fromFirstFlag(startedIn(args.length > 0 ? { ...image, cmd: [] } : image, []).words);
}

/**
 * Returns workloads whose containers have the command and the arguments that the kubelet uses.
 * https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/
 */
export function withImageStart<Of extends Pick<OperatorWorkload, 'container'>>(
  workloads: readonly Of[],
  image: GoImageStart | undefined,
): readonly Of[] {
  return workloads.map((each) => ({ ...each, container: startedContainer(each.container, image) }));
}

function startedContainer(container: JsonObject, image: GoImageStart | undefined): JsonObject {
  const args = textsAt(container, 'args');
  const isOfImage = image !== undefined && textsAt(container, 'command').length === 0;
  if (!isOfImage || (image.entrypoint.length === 0 && args.length > 0)) return container;
  if (ownFlags(image, args).length === 0) return container;
  const { program, words } = startedIn(image, args);
  return { ...container, command: [program], args: [...fromFirstFlag(words)] };
}
