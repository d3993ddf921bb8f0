import { posix } from 'node:path';
import { controllersOf, type GoController } from '../../go/controllers.js';
import { groupVersionsOf, type GoGroupVersion } from '../../go/group-versions.js';
import type { GoType } from '../../go/kinds.js';
import { programOf, type GoProgram } from '../../go/program.js';
import type { GoText } from '../../go/text.js';
import { builtInKindsIn } from '../../io/built-in-kinds.js';
import { apiGroupOf, type Project, type ProjectResource } from '../../project/project.js';
import type { GoProject } from './go-project.js';
import type { Source } from './source.js';

/** The Go code of a project. */
export interface GoCode {
  readonly files: readonly GoText[];
  readonly program: GoProgram;
  readonly controllers: readonly GoController[];
  /** Groups and versions by the folders of packages. */
  readonly packages: ReadonlyMap<string, GoGroupVersion>;
  /** Returns the folder of a package of the project; undefined for other packages. */
  readonly folderOf: (path: string) => string | undefined;
  readonly project: GoProject | undefined;
}

/** Reads the Go code of a project. */
export function goCodeOf(source: Source, files: readonly GoText[], project: GoProject | undefined): GoCode {
  const module = moduleOf(source) ?? project?.repo ?? '';
  const folderOf = (path: string): string | undefined => {
    if (module === '' || (path !== module && !path.startsWith(`${module}/`))) return undefined;
    return posix.normalize(source.shown(path.slice(module.length + 1)) || '.');
  };
  const program = programOf(files, folderOf);
  const packages = groupVersionsOf(files, program.textOf);
  return { files, program, controllers: controllersOf(program), packages, folderOf, project };
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

/** Returns the kind that a type in a file is; undefined if the new project has no types of it. */
export async function kindOf(
  code: GoCode,
  project: Project,
  file: GoText,
  type: GoType,
): Promise<NamedKind | undefined> {
  const { path, name: kind } = type;
  const builtIn = builtInModule(path);
  if (builtIn !== undefined) {
    const kinds = await builtInKindsIn(builtIn.folder, builtIn.version);
    return kinds.some((each) => each.kind === kind)
      ? { is: 'builtIn', module: `k8s/${builtIn.folder}/${builtIn.version}`, kind }
      : undefined;
  }
  const folder = path === '' ? posix.dirname(file.path) : code.folderOf(path);
  const declared = folder === undefined ? undefined : code.packages.get(folder);
  const listed = code.project?.resources.find((each) => each.path === path && each.kind === kind);
  const group = declared?.group ?? (listed && apiGroupOf({ ...listed }));
  const version = declared?.version ?? listed?.version;
  const named = project.resources.filter((each) => each.kind === kind);
  const exact = named.find((each) => apiGroupOf(each) === group && each.version === version);
  // A package whose group is computed: its types have one kind in this project.
  const [single, another] =
    folder === undefined || group !== undefined ? [] : named.filter(({ api }) => api !== undefined);
  const resource = exact ?? (another === undefined ? single : undefined);
  return resource && { is: 'listed', resource };
}

function builtInModule(path: string): { readonly folder: string; readonly version: string } | undefined {
  const found =
    /^k8s\.io\/api\/(\w+)\/(v\w+)$/.exec(path) ??
    /^k8s\.io\/(?:apiextensions-apiserver|kube-aggregator)\/pkg\/apis\/(\w+)\/(v\w+)$/.exec(path);
  return found === null ? undefined : { folder: found[1]!, version: found[2]! };
}
