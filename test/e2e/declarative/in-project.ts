import { symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { executableName } from '../../../runtime/src/testing/environment/platform.js';
import { locateControlPlane } from '../control-plane/locate.js';
import { cluster } from '../control-plane/programs.js';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** Result of `operator-gen test`. */
export interface TestRun {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `operator-gen test` with these arguments in a project. */
export type RunTest = (...args: readonly string[]) => Promise<TestRun>;

/**
 * Bundles the operator of a project, and returns a function that runs its test cases.
 * @param variables environment variables of the command, and of the operator
 */
export async function preparedProject(
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<RunTest> {
  const located = await locateControlPlane();
  if (!located.found) throw new Error(`${located.reason} ${located.remedy}`);
  const { directory } = located;
  const env = {
    ...variables,
    KUBEBUILDER_ASSETS: directory,
    OPERATOR_GEN_CLUSTER: join(directory, executableName(cluster.name)),
    PATH: [directory, process.env['PATH']].join(delimiter),
    KUBECONFIG: join(folder, 'none'),
    NO_COLOR: '1',
  };
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  await execa('npm', ['run', '--silent', 'build'], { cwd: folder, env, preferLocal: true });
  return async (...args) => {
    const words = [join(checkout, 'bin/operator-gen.js'), 'test', ...args];
    const { exitCode, stdout, stderr } = await execa(process.execPath, words, { cwd: folder, env, reject: false });
    return { exitCode, stdout, stderr };
  };
}

/** Returns the verdict of each case in the output of a run, by name. */
export function verdictsIn(stdout: string): Readonly<Record<string, string>> {
  const lines = stdout.matchAll(/^(PASS|FAIL) +(\S+)/gm);
  return Object.fromEntries(Array.from(lines, ([, verdict, name]) => [name!, verdict!]));
}
