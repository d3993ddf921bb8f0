import type { KubernetesObject } from '../api/object.js';
import type { Status } from '../transport/api-error.js';
import type { JsonPatchOperation } from '../json/json-patch.js';
import type { UserInfo } from '../k8s/authentication/v1.js';
import type { Logger } from '../log/logger.js';

/** Operation on an object. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/**
 * Kind in one version; the group is empty for the core group.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#GroupVersionKind
 */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * Resource in one version, by its plural.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#GroupVersionResource
 */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/**
 * Request of the API server to an admission webhook.
 * See https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#request
 */
export interface AdmissionRequest<T = KubernetesObject> {
  /** Unique ID of this request; not the uid of an object. */
  readonly uid: string;
  /** Kind and version of `object` and `oldObject`. */
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** Subresource, such as `status` or `scale`, if one is written. */
  readonly subResource?: string;
  /** Kind of the original request, if the API server converted the object to the version of the webhook. */
  readonly requestKind?: GroupVersionKind;
  readonly requestResource?: GroupVersionResource;
  readonly requestSubResource?: string;
  /** Unset if the API server generates the name. */
  readonly name?: string;
  readonly namespace?: string;
  readonly operation: AdmissionOperation;
  readonly userInfo: UserInfo;
  /** Object as it would be stored; null for DELETE. */
  readonly object?: T | null;
  /** Object as it is stored; null for CREATE and CONNECT. */
  readonly oldObject?: T | null;
  /** Whether nothing will be stored, so that the webhook must have no side effects. */
  readonly dryRun?: boolean;
  /** CreateOptions, UpdateOptions, PatchOptions or DeleteOptions of the request. */
  readonly options?: Readonly<Record<string, unknown>> | null;
}

/** Response of an admission webhook, created with `allowed`, `denied`, `errored` and `patched`. */
export interface AdmissionResponse {
  readonly allowed: boolean;
  /** Message for the user if the request is denied. */
  readonly result?: Status;
  /** Changes to the object; only in the response of a mutating webhook. */
  readonly patches?: readonly JsonPatchOperation[];
  /** Warnings that kubectl shows, whether or not the request is allowed. Keep each under 120 characters. */
  readonly warnings?: readonly string[];
  /** Annotations for the event in the audit log. */
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

/** Context of an admission or conversion request. */
export interface WebhookContext {
  /** Logger whose lines identify the request. */
  readonly log: Logger;
  /**
   * Aborted when the answer is no longer needed: the timeout of the API server has passed, or its connection is closed.
   */
  readonly signal: AbortSignal;
}

/** Context of the methods of a validator or a defaulter. */
export interface AdmissionContext<T = KubernetesObject> extends WebhookContext {
  readonly request: AdmissionRequest<T>;
}

/**
 * Decides on a request. An exception counts as a panic: the request is denied with code 500. An InvalidValueError, and
 * a number of the user that cannot be represented exactly, deny it with code 422.
 */
export type AdmissionHandler = (
  request: AdmissionRequest,
  context: WebhookContext,
) => AdmissionResponse | Promise<AdmissionResponse>;
