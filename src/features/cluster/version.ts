import type { ClusterProgram } from './cluster-program.js';
import type { Description } from './description.js';
import { versionOf } from './kubernetes.js';
import { refuse } from './reporting.js';
import { NotStarted } from './start.js';

const form = /^v(\d+)\.(\d+)\.\d+/;

/** Refuses a program that cannot read the data of a cluster: that of a newer minor version, or of one that is too old. */
export async function refuseOtherVersion(
  program: ClusterProgram,
  { name, kubernetes: data }: Description,
): Promise<void> {
  if (data === undefined) return;
  const found = program.separate ?? (await versionOf(program.command[0]));
  if ('reason' in found) throw new NotStarted(found.reason);
  const newer = minorOf(found.version) - minorOf(data);
  if (newer !== 0 && newer !== 1) refuse('cluster-of-other-version', { name, data, program: found.version });
}

/** Kubernetes is upgraded by one minor version at a time: https://kubernetes.io/releases/version-skew-policy/ */
function minorOf(version: string): number {
  const [, major = '', minor = ''] = form.exec(version) ?? [];
  return Number(major) * 1000 + Number(minor);
}
