/**
 * Compares versions of an API as Kubernetes does: v10 is newer than v2, v1 than v1beta1, beta than alpha, and each of them
 * than a name of another form. See
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority
 */
export function compareVersions(one: string, other: string): number {
  const [ranks, others] = [ranksOf(one), ranksOf(other)];
  const index = ranks.findIndex((rank, at) => rank !== others[at]);
  return index === -1 ? other.localeCompare(one) : ranks[index]! - others[index]!;
}

const stages = ['', 'alpha', 'beta', undefined];

function ranksOf(version: string): readonly number[] {
  const [match, major, stage, minor = '0'] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? [];
  return match === undefined ? [0] : [stages.indexOf(stage), Number(major), Number(minor)];
}
