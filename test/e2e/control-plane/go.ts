import { execa } from 'execa';
import { goEnvironment } from '../../../scripts/upstream/go.js';

const neededMinor = 26;

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
