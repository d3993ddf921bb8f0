import { execa, ExecaError } from 'execa';
import { versionOf, type Program } from './programs.js';

const neededMinor = 26;

const goEnvironment = {
  // A newer toolchain is not fetched behind anybody's back, and no workspace or flag of theirs changes the build.
  GOTOOLCHAIN: 'local',
  GOWORK: 'off',
  GOFLAGS: '',
  CGO_ENABLED: '0',
};

/** @throws Error with one line that says what to do when there is no Go or one that is too old. */
export async function assertGo(): Promise<void> {
  const result = await execa('go', ['env', 'GOVERSION'], { env: goEnvironment, reject: false });
  const version = result.failed ? undefined : /^go1\.(\d+)/.exec(result.stdout)?.[1];
  if (version !== undefined && Number(version) >= neededMinor) return;
  const found = version === undefined ? 'there is no `go` on the PATH' : `this is ${result.stdout}`;
  throw new Error(
    `Building the control plane needs Go 1.${neededMinor} or newer, and ${found}: see https://go.dev/dl/`,
  );
}

/** Builds `program` into the file `output`. @throws Error with what the Go command said. */
export async function goBuild(program: Program, output: string): Promise<void> {
  const version = versionOf(program);
  const variables = Object.entries(program.versionVariables?.(version) ?? {});
  const linkerFlags = ['-s', '-w', ...variables.map(([name, value]) => `-X ${name}=${value}`)];
  const args = [
    'build',
    '-trimpath',
    '-buildvcs=false',
    `-tags=${(program.tags ?? []).join()}`,
    '-ldflags',
    linkerFlags.join(' '),
    '-o',
    output,
    program.package,
  ];
  try {
    await execa('go', args, { cwd: program.folder, env: goEnvironment });
  } catch (error) {
    throw error instanceof ExecaError ? new Error(`go ${args.join(' ')}:\n${error.stderr}`, { cause: error }) : error;
  }
}
