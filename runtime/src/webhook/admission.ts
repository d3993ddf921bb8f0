import type { KubernetesObject } from '../api/object.js';
import type { Status } from '../transport/api-error.js';
import type { JsonPatchOperation } from '../json/json-patch.js';
import type { UserInfo } from '../k8s/authentication/v1.js';
import type { Logger } from '../log/logger.js';

/** What is done to an object. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/**
 * A kind in one version; the group is empty for the core group.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#GroupVersionKind
 */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * A resource in one version, by its plural.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#GroupVersionResource
 */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/**
 * What the API server asks a webhook.
 * See https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#request
 */
export interface AdmissionRequest<T = KubernetesObject> {
  /** Tells this question from every other; not the uid of an object. */
  readonly uid: string;
  /** The kind in whose version `object` and `oldObject` are. */
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** `status` or `scale`, where one is written. */
  readonly subResource?: string;
  /** What was asked for, where the API server converted the object to the version that the webhook is registered for. */
  readonly requestKind?: GroupVersionKind;
  readonly requestResource?: GroupVersionResource;
  readonly requestSubResource?: string;
  /** Absent where the API server is to make the name up. */
  readonly name?: string;
  readonly namespace?: string;
  readonly operation: AdmissionOperation;
  readonly userInfo: UserInfo;
  /** The object as it would be stored; null for DELETE. */
  readonly object?: T | null;
  /** The object as it is stored; null for CREATE and CONNECT. */
  readonly oldObject?: T | null;
  /** Nothing will be stored: the webhook must change nothing outside of its answer. */
  readonly dryRun?: boolean;
  /** The CreateOptions, UpdateOptions, PatchOptions or DeleteOptions of the request. */
  readonly options?: Readonly<Record<string, unknown>> | null;
}

/** What a webhook answers; made by `allowed`, `denied`, `errored` and `patched`. */
export interface AdmissionResponse {
  readonly allowed: boolean;
  /** What the user is told when the request is refused. */
  readonly result?: Status;
  /** What to change about the object; only the answer of a mutating webhook has any. */
  readonly patches?: readonly JsonPatchOperation[];
  /** Shown by kubectl, whether the request is allowed or not. Keep each under 120 characters. */
  readonly warnings?: readonly string[];
  /** Added to the audit log's event. */
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

/** What a handler is given beside the request. */
export interface WebhookContext {
  /** Says of which request each line is. */
  readonly log: Logger;
  /** Aborted when nobody waits for the answer any more: the API server's time is over, or its connection is. */
  readonly signal: AbortSignal;
}

/** What the functions of a validator and a defaulter are given beside the object. */
export interface AdmissionContext<T = KubernetesObject> extends WebhookContext {
  readonly request: AdmissionRequest<T>;
}

/** Decides on a request. What it throws is a panic: the request is refused with code 500. */
export type AdmissionHandler = (
  request: AdmissionRequest,
  context: WebhookContext,
) => AdmissionResponse | Promise<AdmissionResponse>;
