import { isAboutRun } from './about-run.js';
import type { DiagnosticTable } from './diagnostic.js';

/** Reports whether diagnostics with a code are reported. */
export type Selects = (code: string) => boolean;

/** Returns the words that `--only` and `--skip` accept: codes, and the beginnings of codes up to a hyphen. */
export function selectors(entries: DiagnosticTable): readonly string[] {
  const codes = Object.keys(entries).filter((code) => !isAboutRun(code));
  // `a-` and `a-b-` for `a-b-c`.
  const prefixes = codes.flatMap((code) => [...code.matchAll(/-/g)].map(({ index }) => code.slice(0, index + 1)));
  return [...new Set([...codes, ...prefixes])];
}

function isNamed(names: readonly string[], code: string): boolean {
  return names.some((name) => name === code || (name.endsWith('-') && code.startsWith(name)));
}

/** Files that could not be checked: `--only` does not hide them, because other problems can be in them. */
const unchecked: ReadonlySet<string> = new Set(['invalid-manifest', 'kustomization-failed']);

/** Returns the selection for codes and prefixes. Diagnostics about the run are always reported. */
export function selection(only: readonly string[], skip: readonly string[]): Selects {
  const isAsked = (code: string): boolean => only.length === 0 || isNamed(only, code) || unchecked.has(code);
  return (code) => isAboutRun(code) || (isAsked(code) && !isNamed(skip, code));
}
