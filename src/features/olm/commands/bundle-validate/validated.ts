import type { Diagnostic } from '../../../../base/diagnostics/diagnostic.js';
import { bundleFolder, crdKind, kindOf, type Bundle } from '../../bundle.js';
import { readBundle } from '../../read-bundle.js';
import type { OptionalSuite } from '../../rules/suite-names.js';
import { judge, optionalSuites, requiredSuites } from '../../rules/suites.js';
import type { Environment } from '../../../../output/operation/outcome.js';
import { shownPath } from '../../../../project/shown-path.js';
import { projectRoot } from '../../../../project/project-root.js';
import { definitionProblems } from './definition-problems.js';

/** A bundle with its problems. */
export interface Validated {
  /** The folder that file names are relative to. */
  readonly root: string;
  /** Absent if it cannot be read. */
  readonly bundle?: Bundle;
  readonly problems: readonly Diagnostic[];
  readonly texts: ReadonlyMap<string, string>;
}

/** Returns the folder in which `bundle` writes, as seen from the working directory. */
export function projectBundle({ cwd, host }: Environment): string {
  return shownPath(cwd, projectRoot(host, cwd), bundleFolder);
}

/** Reads a bundle, and applies the rules of the required suites and of these. */
export async function validated(
  folder: string,
  suites: readonly OptionalSuite[],
  environment: Environment,
): Promise<Validated> {
  const { cwd, host, named } = environment;
  const root = projectRoot(host, cwd);
  const { bundle, diagnostics, texts } = readBundle({ host: { ...host, ...named }, cwd, root }, folder);
  if (bundle === undefined) return { root, problems: diagnostics, texts };
  const rules = [...Object.values(requiredSuites), ...suites.map((name) => optionalSuites[name])];
  const definitions = bundle.objects.filter((each) => kindOf(each) === crdKind);
  const ofDefinitions = await definitionProblems(definitions, texts, environment);
  return { root, bundle, problems: [...diagnostics, ...judge(bundle, rules), ...ofDefinitions], texts };
}
