import { execa } from 'execa';
import type { GoProgram } from '../../support/go-program.js';

/** The validators of operator-framework. */
export const olmJudge: GoProgram = { name: 'olm-judge', folder: new URL('.', import.meta.url) };

/** The verdict of the validators about a bundle. */
export interface Verdict {
  /** The reason why the bundle was not read. */
  readonly problem?: string;
  readonly suites?: Readonly<
    Record<string, { readonly errors: readonly string[]; readonly warnings: readonly string[] }>
  >;
}

/** Returns the types of the fields of a ClusterServiceVersion, by the names of types. */
export async function csvTypesOf(judge: string): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
  const { stdout } = await execa(judge, ['--types']);
  return JSON.parse(stdout) as Record<string, Record<string, string>>;
}

/** Returns for each object why Go cannot decode it as a ClusterServiceVersion; an empty text if it can. */
export async function undecodable(judge: string, objects: readonly unknown[]): Promise<readonly string[]> {
  const { stdout } = await execa(judge, ['--decode'], {
    input: JSON.stringify(objects),
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as string[];
}

/** Returns the verdicts about bundles, by their folders. */
export async function verdictsOf(
  judge: string,
  folders: readonly string[],
): Promise<Readonly<Record<string, Verdict>>> {
  const { stdout } = await execa(judge, [...folders], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as Record<string, Verdict>;
}
