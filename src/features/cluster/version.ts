import type { Description } from './description.js';
import { refuse } from './reporting.js';
import { NotStarted } from './start.js';

const form = /^v(\d+)\.(\d+)\.\d+/;

/** Refuses a program that cannot read the data of a cluster: that of a newer minor version, or of one that is too old. */
export async function refuseOtherVersion(program: string, { name, kubernetes: data }: Description): Promise<void> {
  if (data === undefined) return;
  const { execa } = await import('execa');
  const result = await execa(program, ['--version'], { reject: false, stdin: 'ignore', timeout: 30_000 });
  if (result.failed)
    throw new NotStarted(`${program} --version failed: ${result.stderr || (result.originalMessage ?? '')}`);
  const newer = minorOf(result.stdout) - minorOf(data);
  if (newer !== 0 && newer !== 1) refuse('cluster-of-other-version', { name, data, program: result.stdout.trim() });
}

/** Kubernetes is upgraded by one minor version at a time: https://kubernetes.io/releases/version-skew-policy/ */
function minorOf(version: string): number {
  const [, major = '', minor = ''] = form.exec(version) ?? [];
  return Number(major) * 1000 + Number(minor);
}
