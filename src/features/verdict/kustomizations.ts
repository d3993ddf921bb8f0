import { posix } from 'node:path';
import type { KustomizationNeed } from '../../base/diagnostics/catalogue/helper.js';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { kustomizationNames } from '../../project/paths.js';
import type { Answer } from '../../base/helper/protocol.js';
import { HelperFailed } from '../../base/helper/helper-process.js';
import type { Helper } from '../../base/helper/helper.js';
import { missingVerdict } from './rejections.js';
import type { ManifestSet } from './manifest.js';

/** Returns the name of the kustomization in a folder; undefined if there is none. */
export function kustomizationIn(host: Pick<Host, 'kind'>, folder: string): string | undefined {
  return kustomizationNames.find((name) => host.kind(posix.join(folder, name)) === 'file');
}

/** Reports whether a kustomization is a component, which can only be built as part of another one. */
export function isComponent(text: string): boolean {
  return /^kind:\s*["']?Component\b/m.test(text);
}

/** A folder of a project to build. */
export interface Build {
  /** Absolute path of the folder that contains all bases. */
  readonly root: string;
  /** The folder of the kustomization, relative to `root`. */
  readonly folder: string;
  /** Texts that replace those on disk, by their paths relative to `root`. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface Built {
  /** Path of the kustomization, relative to `root`. */
  readonly file: string;
  readonly manifests: ManifestSet;
  readonly diagnostics: readonly Diagnostic[];
  /** Files that the build has read, relative to `root`. */
  readonly read: readonly string[];
}

/**
 * Builds a kustomization as `kubectl kustomize` does.
 * @throws HelperFailed
 */
export async function buildKustomization(helper: Helper, build: Build, name: string): Promise<Built> {
  const file = posix.join(build.folder, name);
  const answer = await asked(helper, build);
  const { built = [], read = [] } = answer;
  return {
    file,
    manifests: built.map(({ object, file: from }) => ({ text: object, file: from, kustomization: file, read })),
    diagnostics: problemOf(answer, file),
    read,
  };
}

/** Maximum duration of all builds together, in milliseconds. */
const mostTime = 60_000;

/**
 * Builds kustomizations one after the other. Those for which no time is left get no verdict.
 * @throws HelperFailed
 */
export async function buildAll(
  helper: Helper,
  builds: readonly (readonly [build: Build, name: string])[],
): Promise<readonly Built[]> {
  const started = performance.now();
  const built: Built[] = [];
  for (const [build, name] of builds) {
    const isLate = performance.now() - started > mostTime;
    built.push(isLate ? notBuilt(build, name) : await buildKustomization(helper, build, name));
  }
  return built;
}

function notBuilt(build: Build, name: string): Built {
  const file = posix.join(build.folder, name);
  const reason = `the kustomizations before it took more than ${mostTime / 1000} s`;
  const at = { file, line: 1, column: 1 };
  return { file, manifests: [], diagnostics: [diagnostic('no-verdict', { object: file, reason }, at)], read: [] };
}

function problemOf(answer: Answer, file: string): readonly Diagnostic[] {
  const { problem } = answer;
  if (problem === undefined) return [];
  const missing = missingVerdict(file, answer);
  if (missing !== undefined) return [{ ...missing, position: { file, line: 1, column: 1 } }];
  if (problem.code !== 'kustomize') throw new HelperFailed(problem.message);
  const at = { file, line: 1, column: 1 };
  const needs = needOf(problem.message);
  return needs === undefined
    ? [diagnostic('kustomization-failed', { file, reason: problem.message }, at)]
    : [
        diagnostic(
          'kustomization-not-built',
          { file, folder: posix.dirname(file), reason: problem.message, needs },
          at,
        ),
      ];
}

/** Asks for a single build. If the helper ends because of it, the others are still built. */
async function asked(helper: Helper, build: Build): Promise<Answer> {
  try {
    return await helper.ask({ operation: 'kustomize', ...build });
  } catch (error) {
    if (!(error instanceof HelperFailed) || !helper.hasAnswered()) throw error;
    return { problem: { code: 'internal', message: error.message } };
  }
}

const needs: readonly (readonly [form: RegExp, need: KustomizationNeed])[] = [
  [/remote (?:resources|repositories) are not fetched|no 'git' program on path/, 'the network'],
  [/must specify --enable-helm/, 'Helm'],
  [/external plugins disabled/, 'plugins'],
  [/is outside of the project/, 'files outside of the project'],
];

/** Returns what a build needs but the helper lacks; undefined for a mistake in the kustomization. */
function needOf(message: string): KustomizationNeed | undefined {
  return needs.find(([form]) => form.test(message))?.[1];
}
