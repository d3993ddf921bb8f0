import { dirname } from 'node:path';

/** What the tests of a file have executed, as numbers of mutants. */
export interface ExecutedByFile {
  readonly path: string;
  readonly milliseconds: number;
  /** While the file was loaded, and in hooks around several tests: each of its tests may depend on that. */
  readonly loading: readonly number[];
  readonly hooks: readonly number[];
  readonly tests: readonly {
    readonly name: string;
    readonly milliseconds: number;
    readonly failed: boolean;
    readonly mutants: readonly number[];
  }[];
}

/** Tests of a file that are run for a mutant. */
export interface Selected {
  readonly path: string;
  readonly names: readonly string[];
  /** Estimated from the time that they took. */
  readonly milliseconds: number;
}

/** The tests that are run for a mutant, and whether there are others for which there is no time. */
export interface Selection {
  readonly files: readonly Selected[];
  readonly isComplete: boolean;
}

/** Time that a file of tests takes beside its tests, in milliseconds: mostly that of its imports. */
const perFile = 300;

/**
 * Selects the tests that execute a mutant and that pass without it, those next to the code and the fastest first, up to a limit.
 * @param limit in milliseconds
 */
export function testsOf(
  mutant: { readonly id: number; readonly path: string },
  executed: readonly ExecutedByFile[],
  limit: number,
): Selection {
  const candidates = executed.flatMap((file): readonly Selected[] => {
    const whole = file.loading.includes(mutant.id) || file.hooks.includes(mutant.id);
    const tests = file.tests.filter(({ failed, mutants }) => !failed && (whole || mutants.includes(mutant.id)));
    const milliseconds = tests.reduce((sum, each) => sum + each.milliseconds, perFile);
    return tests.length === 0 ? [] : [{ path: file.path, names: tests.map(({ name }) => name), milliseconds }];
  });
  const ordered = candidates.toSorted((one, other) => weight(one, mutant.path) - weight(other, mutant.path));
  const files: Selected[] = [];
  let sum = 0;
  for (const each of ordered) {
    if (files.length > 0 && sum + each.milliseconds > limit) continue;
    files.push(each);
    sum += each.milliseconds;
  }
  return { files, isComplete: files.length === candidates.length };
}

function weight({ path, milliseconds }: Selected, of: string): number {
  return milliseconds / 3 ** nearness(path, of);
}

/** Returns how many folders a test file has in common with the file that it may be about: tests are in the shape of the code. */
function nearness(test: string, source: string): number {
  const [one, other] = [test, source].map((path) =>
    dirname(path)
      .split('/')
      .filter((each) => !['src', 'test'].includes(each)),
  );
  let common = 0;
  while (common < one!.length && one![common] === other![common]) common += 1;
  return common;
}
