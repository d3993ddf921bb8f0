import { extensionPoint } from '../../../base/extensions/extension-point.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import type { CheckOptions } from './flags.js';

/** The input of a check. */
export interface CheckInput {
  readonly environment: Environment;
  readonly options: CheckOptions;
  /** The outcome of `manifests`, without errors and not yet applied. */
  readonly generated: Outcome;
  /** The problems that the checks before this one have found. */
  readonly found: readonly Diagnostic[];
}

/** Returns problems that a project's manifests can have even though `manifests` generates them without an error. */
export type Check = (input: CheckInput) => Promise<readonly Diagnostic[]>;

/** Loads the codes of problems that depend on what `--against` names. */
export type CodeLoader = () => Promise<readonly string[]>;

export const comparisonCodes = extensionPoint<CodeLoader>();

/** The checks of features, in the order in which they run. */
export const checks = extensionPoint<Check>();

/** Runs all checks, one after another, and returns their problems. */
export async function checked(input: Omit<CheckInput, 'found'>): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const each of checks.all()) found.push(...(await each({ ...input, found })));
  return found;
}
