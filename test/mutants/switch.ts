import { appendFileSync, readFileSync } from 'node:fs';

declare global {
  /** Reports whether a mutant is on. */
  var isMutantOn: ((id: number) => boolean) | undefined;
  /** The number of the mutant that is on; 0 while the tests record which mutants they execute. */
  var activeMutant: number | undefined;
  /** Called with each mutant that is executed; without it, each is written to a file: processes that a test starts have none. */
  var mutantExecuted: ((id: number) => void) | undefined;
}

// Loaded before the code, in the processes of vitest and in those that tests start.
const data = process.env['MUTANTS_DATA'] ?? new URL('../../.mutants/', import.meta.url).pathname;
const known = new Set<number>();

globalThis.activeMutant ??= Number(readFileSync(`${data}/active`, 'utf8'));
globalThis.isMutantOn ??= (id) => {
  if (globalThis.activeMutant !== 0) return id === globalThis.activeMutant;
  if (globalThis.mutantExecuted !== undefined) globalThis.mutantExecuted(id);
  else if (!known.has(id)) appendFileSync(`${data}/processes/${process.ppid}-${process.pid}`, `${id}\n`);
  known.add(id);
  return false;
};
