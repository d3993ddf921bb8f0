import { diagnostic, DiagnosticsError, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { checkName } from '../../../project/naming.js';
import { isModule, isPackageVersion, packageOf } from '../../../project/package-of.js';
import { irregularPlural } from '../../../project/plural.js';
import type { ProjectResource } from '../../../project/project.js';
import type { NamedKind } from './named-kind.js';
import { defined } from '../../../base/model/defined.js';

/**
 * Returns a kind with types from a package, as listed in PROJECT.
 * @throws DiagnosticsError with all problems of its names
 */
export function externalResource(named: NamedKind, path: string): ProjectResource {
  const { group, version, kind, plural, externalApiDomain: domain = '', externalApiModule: module } = named;
  const problems = [
    group === undefined
      ? diagnostic('flag-requires-flag', { flag: '--external-api-package', needed: '--group' })
      : undefined,
    domain === '' ? undefined : checkName('domain', '--external-api-domain', domain),
    checkName('group', '--group', group ?? ''),
    checkName('version', '--version', version),
    checkName('className', '--kind', kind),
    plural === undefined ? undefined : checkName('plural', '--plural', plural),
    packageProblem(path, module),
  ].filter((each) => each !== undefined);
  if (problems.length > 0) throw new DiagnosticsError(...problems.slice(0, group === undefined ? 1 : undefined));
  return {
    ...defined({ group }),
    domain,
    version,
    kind,
    ...irregularPlural({ kind, plural }),
    origin: { from: 'external', path, ...defined({ module }) },
    controllers: [],
  };
}

/** Reports flags of an external kind that are given without its package. */
export function* externalFlagProblems(named: NamedKind): Generator<Diagnostic> {
  if (named.externalApiPackage !== undefined) return;
  const given = { '--external-api-domain': named.externalApiDomain, '--external-api-module': named.externalApiModule };
  for (const [flag, value] of Object.entries(given))
    if (value !== undefined) yield diagnostic('flag-requires-flag', { flag, needed: '--external-api-package' });
}

function packageProblem(path: string, module: string | undefined): Diagnostic | undefined {
  if (!isModule(path)) return diagnostic('invalid-package', { path });
  return module === undefined || isPackageVersion(module, path)
    ? undefined
    : diagnostic('invalid-module', { module, name: packageOf(path) });
}
