import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure, type Subject } from './measure.js';
import { print } from './table.js';

/** A profile of V8, as it writes it for `--cpu-prof`: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile. */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      /** From 0. */
      readonly lineNumber: number;
      readonly columnNumber: number;
    };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  /** Microseconds. */
  readonly timeDeltas: readonly number[];
}

type Frame = Profile['nodes'][number]['callFrame'];

/** The phases of a command; a frame that belongs to none of these counts for its caller. */
const phases = [
  'loading',
  'reading',
  'compiling',
  'asking',
  'changing',
  'planning',
  'writing',
  'reporting',
  'garbage',
  'waiting',
] as const;
type Phase = (typeof phases)[number];

/** The phase of a source file, by the first pattern that matches its path. */
const ofSources: readonly (readonly [RegExp, Phase])[] = [
  [/node_modules\/(?:typescript|@ts-morph|ts-morph)\//, 'compiling'],
  [/src\/base\/helper\//, 'asking'],
  [/src\/output\/plan\/(?:apply|journal|stage|steps|progress|own-folder)/, 'writing'],
  [/src\/scaffold\//, 'changing'],
  [/src\/output\//, 'planning'],
  [/src\/(?:language|project)\//, 'reading'],
  [/src\/cli\/|commander\//, 'reporting'],
];

/** Prints where the time of commands goes, in milliseconds: the medians of a few runs of each under the profiler of V8. */
export function printProfiles(subjects: readonly Subject[], rounds: number): void {
  print('milliseconds', ...phases, 'all');
  for (const subject of subjects) {
    const folder = mkdtempSync(join(tmpdir(), 'operator-gen-profile-'));
    const args = ['--cpu-prof', '--cpu-prof-interval', '200', '--cpu-prof-dir', folder, ...subject.args];
    measure([{ ...subject, args }], rounds);
    // The first run fills caches.
    const runs = readdirSync(folder)
      .toSorted()
      .slice(1)
      .map((each) => spentIn(join(folder, each)));
    const columns = phases.map((phase) => middle(runs.map((each) => each.get(phase) ?? 0)));
    print(
      subject.name,
      ...columns.map((each) => each.toFixed(0)),
      columns.reduce((sum, each) => sum + each).toFixed(0),
    );
    rmSync(folder, { recursive: true });
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Returns the milliseconds that a profile has in each phase. */
function spentIn(file: string): ReadonlyMap<Phase, number> {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile;
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const known = new Map<number, Phase>();
  const phaseAt = (id: number): Phase => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const parent = parents.get(id);
    // What a module does while it is loaded belongs to loading.
    const found = isInModule(id)
      ? 'loading'
      : (phaseOf(frames.get(id)!) ?? (parent === undefined ? 'loading' : phaseAt(parent)));
    known.set(id, found);
    return found;
  };
  const inModule = new Map<number, boolean>();
  const isInModule = (id: number): boolean => {
    const before = inModule.get(id);
    if (before !== undefined) return before;
    const parent = parents.get(id);
    const found = isModule(frames.get(id)!) || (parent !== undefined && isInModule(parent));
    inModule.set(id, found);
    return found;
  };
  const spent = new Map<Phase, number>();
  for (const [index, id] of samples.entries()) {
    const phase = phaseAt(id);
    spent.set(phase, (spent.get(phase) ?? 0) + Math.max(0, timeDeltas[index]!) / 1000);
  }
  return spent;
}

/** Reports whether a frame is that of a whole module, and not of one of its functions. */
function isModule({ functionName, url, lineNumber, columnNumber }: Frame): boolean {
  return functionName === '' && url.includes('/') && lineNumber === 0 && columnNumber === 0;
}

function phaseOf(frame: Frame): Phase | undefined {
  const { functionName, url } = frame;
  if (functionName === '(garbage collector)') return 'garbage';
  if (functionName === '(idle)') return 'waiting';
  if (/^node:internal\/(?:modules|bootstrap|process)|^node:vm/.test(url)) return 'loading';
  const path = url.startsWith('file:') ? sourceOf(frame) : url;
  return ofSources.find(([pattern]) => pattern.test(path))?.[1];
}

const maps = new Map<string, SourceMap | undefined>();

/** Returns the source file of a frame, which the map of a bundled file tells. */
function sourceOf({ url, lineNumber, columnNumber }: Frame): string {
  const path = fileURLToPath(url);
  if (!maps.has(path)) maps.set(path, mapOf(path));
  const entry = maps.get(path)?.findEntry(lineNumber, columnNumber);
  return entry !== undefined && 'originalSource' in entry ? entry.originalSource : path;
}

function mapOf(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
