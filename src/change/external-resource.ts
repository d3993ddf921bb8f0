import { diagnostic, DiagnosticsError, type Diagnostic } from '../diagnostics/diagnostic.js';
import { checkName } from '../project/naming.js';
import { isModule, packageOf } from '../project/package-of.js';
import { irregularPlural } from '../project/plural.js';
import type { ProjectResource } from '../project/project.js';
import type { NamedKind } from './named-kind.js';
import { defined } from '../model/defined.js';

/**
 * A kind whose types come from a package, as PROJECT lists it.
 * @throws DiagnosticsError with everything that is wrong with how it is named
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
    checkName('kind', '--kind', kind),
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

/** The flags of an external kind that are given without the package that it comes from. */
export function* externalFlagProblems(named: NamedKind): Generator<Diagnostic> {
  if (named.externalApiPackage !== undefined) return;
  const given = { '--external-api-domain': named.externalApiDomain, '--external-api-module': named.externalApiModule };
  for (const [flag, value] of Object.entries(given))
    if (value !== undefined) yield diagnostic('flag-requires-flag', { flag, needed: '--external-api-package' });
}

function packageProblem(path: string, module: string | undefined): Diagnostic | undefined {
  if (!isModule(path)) return diagnostic('invalid-package', { path });
  const name = packageOf(path);
  // What npm takes behind the @ of `npm install`, as far as it can stand in package.json as it is.
  return module === undefined || (module.startsWith(`${name}@`) && /^[^\s"\\]+$/.test(module.slice(name.length + 1)))
    ? undefined
    : diagnostic('invalid-module', { module, name });
}
