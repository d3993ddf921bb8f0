import type { Stored } from '@operator-gen/runtime';
import type { PodTemplateSpec } from '@operator-gen/runtime/k8s/core/v1';
import type { LabelSelector } from '@operator-gen/runtime/k8s/meta/v1';
import type { MyOwnShell } from '../api/v1alpha1/myownshell.types.js';

/** Pods in which one can open a shell: they wait, and end at once when they are told to. */
export function podTemplateOf(shell: Stored<MyOwnShell>): PodTemplateSpec {
  const command = ['sh', '-c', 'trap exit TERM; while :; do sleep 3600 & wait; done'];
  return {
    metadata: { labels: labelsOf(shell) },
    spec: { containers: [{ name: 'shell', image: 'busybox:1.37', command }] },
  };
}

/** What tells them from the Pods of others. */
export function selectorOf(shell: Stored<MyOwnShell>): LabelSelector {
  return { matchLabels: labelsOf(shell) };
}

function labelsOf({ metadata }: Stored<MyOwnShell>): Record<string, string> {
  return { 'app.kubernetes.io/name': 'myownshell', 'app.kubernetes.io/instance': metadata.name };
}
