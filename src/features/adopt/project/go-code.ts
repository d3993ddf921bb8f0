import { posix } from 'node:path';
import { diagnostic, refuse } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { GoAnswer, GoController, GoType } from '../../../base/helper/go/answer.js';
import { builtInKindsIn } from '../../../base/io/built-in-kinds.js';
import type { Environment } from '../../../output/operation/outcome.js';
import { apiGroupOf, type Project, type ProjectResource } from '../../../project/project.js';
import { HelperFailed } from '../../../base/helper/helper-process.js';
import type { Answer, Question } from '../../../base/helper/protocol.js';
import { absentHelper } from '../../../base/helper/locate.js';
import type { GoProject } from './go-project.js';
import { goTextsOf, type Source } from '../source.js';

/** The Go code of a project. */
export interface GoCode extends Omit<GoAnswer, 'problems'> {
  readonly project: GoProject | undefined;
  readonly problems: readonly Diagnostic[];
  /** The controllers that the operator does not import: those of other programs, and test helpers. */
  readonly unreached: readonly GoController[];
}

const nothing: GoAnswer = { files: [], controllers: [], conversions: [], problems: [] };

/**
 * Reads the Go code of a project, with the parser in the helper.
 * @throws DiagnosticsError if there is code, and no helper that can read it
 */
export async function goCodeOf(
  source: Source,
  project: GoProject | undefined,
  environment: Pick<Environment, 'env' | 'helper'>,
): Promise<GoCode> {
  const { texts, problems } = goTextsOf(source);
  const isEmpty = Object.keys(texts).length === 0;
  const module = moduleOf(source) ?? project?.repo ?? '';
  const answer = isEmpty
    ? nothing
    : await affordableAnswer({ module, folder: source.shown('.') || '.', files: texts }, environment);
  const unread = answer.problems.map(({ reason, position }) =>
    diagnostic('go-file-unread', { path: position.file, reason }, position),
  );
  return { ...answer, project, problems: [...problems, ...unread], unreached: [] };
}

type GoQuestion = Omit<Extract<Question, { operation: 'go' }>, 'operation'>;

/** Maximum number of questions about the same code, each of which can take as long as the helper permits. */
const mostQuestions = 10;

/**
 * Asks about Go code, and asks again without files whose types take the helper too much time or memory. Each of these
 * is reported.
 */
async function affordableAnswer(
  question: GoQuestion,
  environment: Pick<Environment, 'env' | 'helper'>,
): Promise<GoAnswer> {
  const leftOut = new Map<string, string>();
  const alone = new Set<string>();
  for (let asked = 1; ; asked += 1) {
    const { go, problem } = await answerTo(
      { ...question, leftOut: [...leftOut.keys()], alone: [...alone] },
      environment,
    );
    if (go !== undefined) return { ...go, problems: [...go.problems, ...[...leftOut].map(costly)] };
    if (problem?.reading === undefined || asked === mostQuestions) {
      refuse('go-code-unread', { failure: problem?.message ?? 'the helper is of another version' });
    }
    const files = filesOf(question, problem.reading);
    // At first, it is unknown which file of a package is the expensive one.
    if (files.length > 1 && !alone.has(problem.reading)) alone.add(problem.reading);
    else for (const each of files) leftOut.set(each, problem.message);
  }
}

/** Returns a file, or the files of a folder. */
function filesOf({ files }: GoQuestion, path: string): readonly string[] {
  return Object.hasOwn(files, path) ? [path] : Object.keys(files).filter((each) => posix.dirname(each) === path);
}

function costly([file, message]: readonly [file: string, message: string]): GoAnswer['problems'][number] {
  return { reason: `its types are too costly: ${message}`, position: { file, line: 1, column: 1 } };
}

async function answerTo(question: GoQuestion, { env, helper }: Pick<Environment, 'env' | 'helper'>): Promise<Answer> {
  const absent = (): never => refuse('go-code-unread', absentHelper(env));
  try {
    return (await helper?.ask({ operation: 'go', ...question })) ?? absent();
  } catch (error) {
    if (!(error instanceof HelperFailed)) throw error;
    return error.code === 'absent'
      ? absent()
      : refuse('go-code-unread', { failure: `the helper has failed: ${error.message}` });
  }
}

function moduleOf(source: Source): string | undefined {
  const text = source.paths.includes('go.mod') ? source.read('go.mod') : undefined;
  return /^module[ \t]+([^\s"]+)[ \t]*$/m.exec(text ?? '')?.[1];
}

/** A kind that Go code names. */
export type NamedKind =
  | { readonly is: 'listed'; readonly resource: ProjectResource }
  /** A kind of Kubernetes, and the module of the runtime that exports it. */
  | { readonly is: 'builtIn'; readonly module: string; readonly kind: string };

/** Returns the kind of a type; undefined if the new project has no types for it. */
export async function kindOf(code: GoCode, project: Project, type: GoType): Promise<NamedKind | undefined> {
  const { path, name: kind } = type;
  const builtIn = builtInModule(path);
  if (builtIn !== undefined) {
    const kinds = await builtInKindsIn(builtIn.folder, builtIn.version);
    return kinds.some((each) => each.kind === kind)
      ? { is: 'builtIn', module: `k8s/${builtIn.folder}/${builtIn.version}`, kind }
      : undefined;
  }
  const listed = code.project?.resources.find((each) => each.path === path && each.kind === kind);
  const group = type.group ?? (listed && apiGroupOf({ ...listed }));
  const version = type.version ?? listed?.version;
  const named = project.resources.filter((each) => each.kind === kind);
  const exact = named.find((each) => apiGroupOf(each) === group && each.version === version);
  // A package whose group is computed: its types belong to a single kind of this project.
  const [single, another] = !type.isOwn || group !== undefined ? [] : named.filter(({ api }) => api !== undefined);
  // The code of other modules is not read, but PROJECT lists the kind, and the package is named like its version.
  const isForeign = ({ origin, version: of }: ProjectResource): boolean =>
    !type.isOwn && group === undefined && origin?.from === 'external' && posix.basename(path) === of;
  const foreign = named.filter(isForeign);
  const known = foreign.length === 1 ? foreign[0] : undefined;
  const resource = exact ?? (another === undefined ? single : undefined) ?? known;
  return resource && { is: 'listed', resource };
}

function builtInModule(path: string): { readonly folder: string; readonly version: string } | undefined {
  const found =
    /^k8s\.io\/api\/(\w+)\/(v\w+)$/.exec(path) ??
    /^k8s\.io\/(?:apiextensions-apiserver|kube-aggregator)\/pkg\/apis\/(\w+)\/(v\w+)$/.exec(path);
  return found === null ? undefined : { folder: found[1]!, version: found[2]! };
}
