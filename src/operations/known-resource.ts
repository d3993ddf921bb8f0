import { diagnostic, DiagnosticsError, refuse } from '../diagnostics/diagnostic.js';
import { findResource } from '../project/find-resource.js';
import { checkName } from '../project/naming.js';
import { pluralOf } from '../project/plural.js';
import { apiGroupOf, type Project, type ProjectResource } from '../project/project.js';
import { builtInResource } from './built-in.js';

/** How a command line names a kind that need not be this project's. */
export interface NamedKind {
  readonly group?: string;
  readonly version: string;
  readonly kind: string;
  readonly plural?: string;
  /** The package that the types are imported from, and the rest of their API group. */
  readonly externalApiPackage?: string;
  readonly externalApiDomain?: string;
}

/**
 * The kind that a command is about: one that PROJECT lists, one of Kubernetes itself, or one from a package.
 * @throws DiagnosticsError when it is none of these
 */
export async function knownResource(project: Project, named: NamedKind): Promise<ProjectResource> {
  const { group, version, kind, externalApiPackage: path } = named;
  const listed = findResource(project, named);
  if (listed !== undefined) return listed;
  if (path !== undefined) return externalResource(named, path);
  const builtIn = group === undefined ? undefined : await builtInResource(group, version, kind);
  if (builtIn !== undefined) return findResource(project, builtIn) ?? builtIn;
  const apiVersion = `${apiGroupOf({ ...named, domain: project.domain })}/${version}`;
  const known = project.resources.map((each) => `${each.kind} of ${apiGroupOf(each)}/${each.version}`);
  return refuse('no-such-api', { kind, apiVersion, known });
}

function externalResource(named: NamedKind, path: string): ProjectResource {
  const { group, version, kind, plural, externalApiDomain: domain = '' } = named;
  const problems = [
    group === undefined ? diagnostic('flag-without', { flag: '--external-api-package', needed: '--group' }) : undefined,
    domain === '' ? undefined : checkName('domain', '--external-api-domain', domain),
    checkName('group', '--group', group ?? ''),
    checkName('version', '--version', version),
    checkName('className', '--kind', kind),
    plural === undefined ? undefined : checkName('plural', '--plural', plural),
    isPackage(path) ? undefined : diagnostic('package-refused', { path }),
  ].filter((each) => each !== undefined);
  if (problems.length > 0) throw new DiagnosticsError(...problems.slice(0, group === undefined ? 1 : undefined));
  return {
    ...(group === undefined ? {} : { group }),
    domain,
    version,
    kind,
    ...(plural === undefined || plural === pluralOf(kind) ? {} : { plural }),
    origin: { from: 'external', path },
    controllers: [],
  };
}

/** A module that an import can name: a package, or a file in one. https://docs.npmjs.com/cli/configuring-npm/package-json#name */
function isPackage(path: string): boolean {
  return /^(?:@[a-z0-9][\w.~-]*\/)?[a-z0-9][\w.~-]*(?:\/[\w.~-]+)*$/.test(path);
}
