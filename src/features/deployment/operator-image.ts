import { posix } from 'node:path';
import type { JsonValue } from '../../base/model/schema.js';

/** The image of the operator, as its Dockerfile builds it. */
export interface OperatorImage {
  /**
   * The program that it starts, with its line, if it is not Node.js. When the port is complete, another Dockerfile
   * builds the image.
   */
  readonly foreign: { readonly program: string; readonly line: number } | undefined;
  /** The program that it starts, with arguments; undefined if no instruction defines it. */
  readonly start: ImageStart | undefined;
  /** Whether it starts Node.js, or its base image has it. */
  readonly runsNode: boolean;
  /** Whether a variable names its base image, so that anyone who builds it can choose another one. */
  readonly isChosen: boolean;
  /** Reports whether an instruction names a program. */
  readonly names: (program: string) => boolean;
  /** Reports whether the image is known to lack a program, which is given as a path or a name. */
  readonly lacks: (program: string) => boolean;
}

/** The start of an image. https://docs.docker.com/reference/dockerfile/#understand-how-cmd-and-entrypoint-interact */
export interface ImageStart {
  /** The words of `ENTRYPOINT`, which precede those of `CMD`; empty if there is none. */
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
  readonly line: number;
}

interface Instruction {
  readonly name: string;
  readonly text: string;
  readonly line: number;
}

/** A stage of a build. */
interface Stage {
  readonly image: string;
  /** Whether the name of the image has variables. */
  readonly isVariable: boolean;
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** A program or a script that Node.js runs, as a whole word of a command or within it. */
export const ofNode = /(?:^|[\s/])(?:node|nodejs|npm|npx)(?:\s|$)|\.[cm]?[jt]s(?:\s|$)/;
/** Programs that run others. */
const shells = new Set(['sh', 'ash', 'bash', 'dash', 'env']);
/** Folders whose programs can be started by name. */
const folders = new Set(['/', ...['/bin', '/sbin'].flatMap((each) => [each, `/usr${each}`, `/usr/local${each}`])]);
/** The program of a Go operator. */
const ofGo = '/manager';

/** Reads a Dockerfile. Comments are skipped. */
export function operatorImage(dockerfile: string): OperatorImage {
  const { globals, stages } = stagesOf(instructionsIn(dockerfile));
  const chain = chainOf(stages);
  const all = [...globals, ...stages.flatMap(({ instructions }) => instructions)].map(({ text }) => text).join('\n');
  const runsNode = hasNode(chain);
  const entry = entryOf(chain);
  const isForeign = entry !== undefined && !runsNode && goTools.test(all);
  const foreign = isForeign ? { program: entry.text, line: entry.line } : undefined;
  const words = new Set(all.split(/[\s"',[\]/]+/));
  const names = (program: string): boolean => {
    const name = posix.basename(program);
    return foreign === undefined && !shells.has(name) && words.has(name);
  };
  const isBare = isBareImage(chain[0]?.image ?? '') && chain.every(({ instructions }) => !instructions.some(isRun));
  const targets = chain.flatMap(({ instructions }) => targetsOf(instructions));
  return {
    foreign,
    start: startOf(chain),
    runsNode,
    isChosen: chain.some(({ isVariable }) => isVariable),
    names,
    lacks: (program) => {
      if (ofNode.test(program)) return false;
      // The image of the new operator is that of a new project.
      if (foreign !== undefined) return true;
      if (targets.some((each) => isAt(program, each))) return false;
      return isBare || (program === ofGo && !names(program));
    },
  };
}

/** Reports whether an image has no programs other than Node.js. Images for debugging have a shell. */
function isBareImage(image: string): boolean {
  const [name = ''] = image.split('@', 1);
  return name === 'scratch' || (name.includes('/distroless/') && !name.includes('debug'));
}

const isRun = ({ name }: Instruction): boolean => name === 'RUN';

/** Returns the instructions of a Dockerfile, without comments. */
function instructionsIn(dockerfile: string): readonly Instruction[] {
  const found: Instruction[] = [];
  let open: { text: string; line: number } | undefined;
  for (const [index, line] of dockerfile.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    open = { text: `${open?.text ?? ''}${line.replace(/\\\s*$/, ' ')}`, line: open?.line ?? index + 1 };
    if (/\\\s*$/.test(line)) continue;
    const [name = '', ...rest] = open.text.trim().split(/\s+/);
    found.push({ name: name.toUpperCase(), text: rest.join(' '), line: open.line });
    open = undefined;
  }
  return found;
}

/** Returns the stages, and the instructions before them. Variables in the names of images have their default values. */
function stagesOf(all: readonly Instruction[]) {
  const first = all.findIndex(({ name }) => name === 'FROM');
  const globals = all.slice(0, Math.max(0, first));
  const defaults = new Map(
    globals.flatMap(({ name, text }) => {
      const [, key, value] = (name === 'ARG' ? /^(\w+)=["']?([^"'\s]*)/.exec(text) : null) ?? [];
      return key === undefined ? [] : [[key, value!] as const];
    }),
  );
  const valueOf = (text: string): string =>
    text.replaceAll(
      /\$(?:(\w+)|\{(\w+)(?::?-([^}$]*))?\})/g,
      (_, plain: string | undefined, braced = '', fallback = '') => defaults.get(plain ?? braced) ?? fallback,
    );
  const stages: (Stage & { readonly instructions: Instruction[] })[] = [];
  for (const each of first < 0 ? [] : all.slice(first)) {
    if (each.name === 'FROM') {
      const words = each.text.split(' ').filter((word) => !word.startsWith('--'));
      const [image = '', as, name = ''] = words;
      stages.push({
        ...{ image: valueOf(image), isVariable: image.includes('$') },
        ...{ name: as?.toUpperCase() === 'AS' ? name : '', instructions: [each] },
      });
    } else stages.at(-1)!.instructions.push(each);
  }
  return { globals, stages };
}

/** Returns the stages that form the image, from the one with the base image to the last one. */
function chainOf(stages: readonly Stage[]): readonly Stage[] {
  const named = new Map<string, number>();
  const bases = stages.map(({ image, name }, index) => {
    const base = named.get(image.toLowerCase());
    if (name !== '') named.set(name.toLowerCase(), index);
    return base;
  });
  const chain: Stage[] = [];
  for (let index: number | undefined = stages.length - 1; index !== undefined && index >= 0; index = bases[index])
    chain.push(stages[index]!);
  return chain.toReversed();
}

/** Returns the instruction with the program that an image starts. */
function entryOf(chain: readonly Stage[]): Instruction | undefined {
  const own = chain.flatMap(({ instructions }) => instructions).filter(({ text }) => text !== '');
  return own.findLast(({ name }) => name === 'ENTRYPOINT') ?? own.findLast(({ name }) => name === 'CMD');
}

/**
 * Returns what an image starts. An `ENTRYPOINT` resets a `CMD` of an earlier stage, and a `CMD` in shell form is not a
 * list of arguments.
 */
function startOf(chain: readonly Stage[]): ImageStart | undefined {
  const all = chain.flatMap(({ instructions }, stage) => instructions.map((each) => ({ ...each, stage })));
  const [entry, cmd] = ['ENTRYPOINT', 'CMD'].map((wanted) => all.findLast(({ name }) => name === wanted));
  const line = (entry ?? cmd)?.line;
  if (line === undefined) return undefined;
  const entrypoint = entry === undefined ? [] : wordsOf(entry);
  const isUsed = cmd !== undefined && (entry === undefined || cmd.stage >= entry.stage);
  const isList = entrypoint.length === 0 || cmd?.text.startsWith('[') === true;
  return { entrypoint, cmd: isUsed && isList ? wordsOf(cmd) : [], line };
}

/** Returns the words of an instruction, which is a JSON list or a shell script. */
function wordsOf({ text }: Instruction): readonly string[] {
  const shellWords = text === '' ? [] : ['/bin/sh', '-c', text];
  if (!text.startsWith('[')) return shellWords;
  try {
    const list = JSON.parse(text) as JsonValue;
    return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : shellWords;
  } catch {
    return shellWords;
  }
}

/** Reports whether an image starts Node.js, or contains it for the program that it starts. */
function hasNode(chain: readonly Stage[]): boolean {
  const entry = entryOf(chain);
  // An init program with options can precede it.
  const inEntry =
    entry !== undefined &&
    wordsOf(entry)
      .slice(0, 5)
      .some((each) => ofNode.test(each));
  return inEntry || /\bnode(?:js)?\d*\b/.test(chain[0]?.image ?? '');
}

const goTools = /\bgo\s+(?:build|install)\b|\bgolang\b|\bgo-toolset\b|\bgo\.mod\b/;

/** The destination of a file or a folder that is copied into an image. */
interface Target {
  readonly path: string;
  /** Whether it may be a folder, with programs of any name. */
  readonly isFolder: boolean;
}

/** The name of a source that is a file, and neither a folder nor an archive, which `ADD` unpacks. */
const ofFile = /[^/*?$]\.(?:[cm]?[jt]s|map|json|node|sh|py|so|txt|md|ya?ml|toml|conf|cfg|pem|crt|key|lock)$/;

/** Returns the destinations of all copied files. */
function targetsOf(instructions: readonly Instruction[]): readonly Target[] {
  let folder = '/';
  const found: Target[] = [];
  for (const { name, text } of instructions) {
    if (name === 'WORKDIR') folder = posix.resolve(folder, text.replaceAll(/^["']|["']$/g, ''));
    if (name !== 'COPY' && name !== 'ADD') continue;
    const words = text.split(/[\s"',[\]]+/).filter((each) => each !== '' && !each.startsWith('--'));
    const to = words.at(-1) ?? '';
    const full = posix.resolve(folder, to);
    // A variable can stand for any folder.
    const path = full.includes('$') ? '/' : full;
    const sources = words.slice(0, -1);
    const isInto = to.endsWith('/') || to === '.' || sources.length > 1;
    for (const source of sources) {
      const base = posix.basename(source);
      const isFolder = !ofFile.test(source);
      found.push({ path: isInto ? posix.join(path, base) : path, isFolder: false });
      if (isFolder) found.push({ path, isFolder });
    }
  }
  return found;
}

/** Reports whether a program can be at a path. A relative path can be in any folder. */
function isAt(program: string, { path, isFolder }: Target): boolean {
  const isAbsolute = program.startsWith('/');
  if (!isFolder)
    return isAbsolute ? path === posix.normalize(program) : posix.basename(path) === posix.basename(program);
  if (!isAbsolute) return program.includes('/') || folders.has(path);
  return posix.normalize(program).startsWith(path === '/' ? '/' : `${path}/`);
}
