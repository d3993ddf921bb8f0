import type { Stored } from '@operator-gen/runtime';
import type { PodTemplateSpec } from '@operator-gen/runtime/k8s/core/v1';
import type { LabelSelector } from '@operator-gen/runtime/k8s/meta/v1';
import type { Foo } from '../api/v1alpha1/foo.types.js';

/** The Pods of a Foo. */
export function podTemplateOf(foo: Stored<Foo>): PodTemplateSpec {
  return { metadata: { labels: labelsOf(foo) }, spec: { containers: [{ name: 'nginx', image: 'nginx:1.29' }] } };
}

/** What tells them from the Pods of others. */
export function selectorOf(foo: Stored<Foo>): LabelSelector {
  return { matchLabels: labelsOf(foo) };
}

function labelsOf({ metadata }: Stored<Foo>): Record<string, string> {
  return { 'app.kubernetes.io/name': 'foo', 'app.kubernetes.io/instance': metadata.name };
}
