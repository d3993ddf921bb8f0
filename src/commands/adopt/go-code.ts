import { diagnostic, refuse, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { GoAnswer, GoType } from '../../go/answer.js';
import { builtInKindsIn } from '../../io/built-in-kinds.js';
import type { Environment } from '../../plan/outcome.js';
import { apiGroupOf, type Project, type ProjectResource } from '../../project/project.js';
import { HelperFailed } from '../../upstream/helper.js';
import { absentHelper } from '../../upstream/unavailable-verdict.js';
import type { GoProject } from './go-project.js';
import { goTextsOf, type Source } from './source.js';

/** The Go code of a project. */
export interface GoCode extends Omit<GoAnswer, 'problems'> {
  readonly project: GoProject | undefined;
  readonly problems: readonly Diagnostic[];
}

const nothing: GoAnswer = { files: [], controllers: [], conversions: [], problems: [] };

/**
 * Reads the Go code of a project, with the parser in the helper.
 * @throws DiagnosticsError if there is code, and no helper that can read it
 */
export async function goCodeOf(
  source: Source,
  project: GoProject | undefined,
  environment: Pick<Environment, 'env' | 'upstream'>,
): Promise<GoCode> {
  const { texts, problems } = goTextsOf(source);
  const isEmpty = Object.keys(texts).length === 0;
  const module = moduleOf(source) ?? project?.repo ?? '';
  const answer = isEmpty
    ? nothing
    : await answerTo({ module, folder: source.shown('.') || '.', files: texts }, environment);
  const unread = answer.problems.map(({ reason, position }) =>
    diagnostic('go-file-unread', { path: position.file, reason }, position),
  );
  return { ...answer, project, problems: [...problems, ...unread] };
}

interface GoQuestion {
  readonly module: string;
  readonly folder: string;
  readonly files: Readonly<Record<string, string>>;
}

async function answerTo(
  question: GoQuestion,
  { env, upstream }: Pick<Environment, 'env' | 'upstream'>,
): Promise<GoAnswer> {
  const absent = (): never => refuse('go-code-unread', absentHelper(env));
  try {
    const { go, problem } = (await upstream?.ask({ operation: 'go', ...question })) ?? absent();
    return go ?? refuse('go-code-unread', { failure: problem?.message ?? 'the helper is of another version' });
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

/** Returns the kind that a type is; undefined if the new project has no types of it. */
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
  // A package whose group is computed: its types have one kind in this project.
  const [single, another] = !type.isOwn || group !== undefined ? [] : named.filter(({ api }) => api !== undefined);
  const resource = exact ?? (another === undefined ? single : undefined);
  return resource && { is: 'listed', resource };
}

function builtInModule(path: string): { readonly folder: string; readonly version: string } | undefined {
  const found =
    /^k8s\.io\/api\/(\w+)\/(v\w+)$/.exec(path) ??
    /^k8s\.io\/(?:apiextensions-apiserver|kube-aggregator)\/pkg\/apis\/(\w+)\/(v\w+)$/.exec(path);
  return found === null ? undefined : { folder: found[1]!, version: found[2]! };
}
