import { diagnostic } from '../reporting.js';
import { DiagnosticsError } from '../../../base/diagnostics/diagnostic.js';
import { defined } from '../../../base/model/defined.js';
import { shellLine } from '../../../base/diagnostics/shell-line.js';
import type { Crd } from '../../../base/crd/crd.js';
import { shownSource } from '../../released/download.js';
import type { FromCrdGiven } from '../flags.js';

/** Options of `create api --from-crd`. */
export interface FromCrdOptions {
  /** A file, a folder, a URL, or `cluster:<name>`. */
  readonly fromCrd: string;
  /** These flags select CRDs. Kinds are separated by commas. */
  readonly kind?: string;
  readonly group?: string;
  readonly version?: string;
  /** Whether the kinds are external ones, of which only the types are needed. */
  readonly typesOnly: boolean;
  readonly controller: boolean;
  /** Whether types of Kubernetes are used if only descriptions differ. */
  readonly ignoreDescriptions: boolean;
  /** Whether CRDs that cannot be converted to types are omitted. */
  readonly skipRefused?: boolean;
  readonly force: boolean;
}

/** Flags for settings that a CRD itself contains. */
const said: Readonly<Partial<Record<keyof FromCrdGiven, string>>> = {
  plural: '--plural',
  controllerName: '--controller-name',
  image: '--image',
  imageContainerCommand: '--image-container-command',
  imageContainerPort: '--image-container-port',
  runAsUser: '--run-as-user',
  externalApiPackage: '--external-api-package',
  externalApiDomain: '--external-api-domain',
  externalApiModule: '--external-api-module',
};

/**
 * Returns the options of `--from-crd`; undefined without the flag.
 * @throws DiagnosticsError when other flags contradict it, or require it
 */
export function fromCrdOptions(given: FromCrdGiven): FromCrdOptions | undefined {
  const { fromCrd, kind, group, version, typesOnly = false, ignoreDescriptions = false, force = false } = given;
  const { skipRefused = false } = given;
  const needing = {
    '--types-only': typesOnly,
    '--ignore-descriptions': ignoreDescriptions,
    '--skip-refused': skipRefused,
  };
  if (fromCrd === undefined) {
    const problems = Object.entries(needing).flatMap(([flag, isGiven]) =>
      isGiven ? [diagnostic('flag-requires-flag', { flag, needed: '--from-crd' })] : [],
    );
    if (problems.length > 0) throw new DiagnosticsError(...problems);
    return undefined;
  }
  const others = Object.entries(said).filter(([name]) => given[name as keyof FromCrdGiven] !== undefined);
  const conflicts = [
    ...others.map(([, flag]) => flag),
    ...(given.ssa === true ? ['--ssa'] : []),
    ...(given.empty === true ? ['--empty'] : []),
    ...(given.namespaced === false ? ['--no-namespaced'] : []),
    ...(given.resource === false ? ['--no-resource'] : []),
  ];
  if (conflicts.length > 0)
    throw new DiagnosticsError(
      ...conflicts.map((other) => diagnostic('conflicting-flags', { one: '--from-crd', other })),
    );
  // A controller of an external kind is unusual, so the user must request it.
  const controller = given.controller ?? !typesOnly;
  return {
    fromCrd,
    ...defined({ kind, group, version }),
    typesOnly,
    ignoreDescriptions,
    skipRefused,
    force,
    controller,
  };
}

/** Returns the imported kinds; undefined for all. */
export function kindsOf({ kind }: FromCrdOptions): ReadonlySet<string> | undefined {
  return kind === undefined ? undefined : new Set(kind.split(',').map((each) => each.trim()));
}

/** Returns the command that omits the rejected kinds. */
export function skippingLine(options: FromCrdOptions): string {
  return commandLine(options, ['--skip-refused'], options.kind);
}

/** Maximum number of kinds that a command for the others lists. */
const mostKinds = 40;

/** Returns the command that imports the kinds that are not rejected; undefined if there are none, or very many. */
export function othersLine(
  options: FromCrdOptions,
  all: readonly { readonly crd: Crd }[],
  refused: readonly Crd[],
): string | undefined {
  const names = new Set(refused.map(({ names: { kind } }) => kind));
  const kinds = [...new Set(all.map(({ crd }) => crd.names.kind))].filter((each) => !names.has(each));
  if (kinds.length === 0 || kinds.length > mostKinds) return undefined;
  return commandLine(options, [], kinds.join(','));
}

function commandLine(
  { fromCrd, group, version, typesOnly, ignoreDescriptions }: FromCrdOptions,
  more: readonly string[],
  kind: string | undefined,
): string {
  const flags = [
    ...(kind === undefined ? [] : ['--kind', kind]),
    ...(group === undefined ? [] : ['--group', group]),
    ...(version === undefined ? [] : ['--version', version]),
    ...(typesOnly ? ['--types-only'] : []),
    ...(ignoreDescriptions ? ['--ignore-descriptions'] : []),
    ...more,
  ];
  // The hidden parts of a URL must be added by the user, so a partial URL would only seem to work.
  const source = shownSource(fromCrd) === fromCrd ? fromCrd : '<address>';
  return shellLine(['npx', 'operator-gen', 'create', 'api', '--from-crd', source, ...flags]);
}
