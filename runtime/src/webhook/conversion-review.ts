import type { KubernetesObject } from '../api/object.js';

/**
 * Request of the API server to a conversion webhook. See
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#request
 */
export interface ConversionRequest {
  readonly uid: string;
  /** Target version, such as `example.com/v2`. */
  readonly desiredAPIVersion: string;
  /** Objects of one kind, possibly in different versions. */
  readonly objects: readonly KubernetesObject[];
}
