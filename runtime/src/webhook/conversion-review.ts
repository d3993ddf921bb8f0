import type { KubernetesObject } from '../api/object.js';

/**
 * What the API server asks a conversion webhook.
 * See https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#request
 */
export interface ConversionRequest {
  readonly uid: string;
  /** Such as `example.com/v2`. */
  readonly desiredAPIVersion: string;
  /** Objects of one kind, which may be in different versions. */
  readonly objects: readonly KubernetesObject[];
}
