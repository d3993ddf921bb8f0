import type { LabelSelection } from './label-selection.js';

/** What can be said of every request. */
export interface ReadOptions {
  /** Ends the request when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Which objects are listed. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#ListOptions */
export interface ListOptions extends ReadOptions {
  /** All namespaces where absent. */
  readonly namespace?: string | undefined;
  /**
   * `app=web,tier!=cache`, labels that have to be equal, or a LabelSelector; all objects where absent. One that an object
   * may lack selects nothing then: `labelSelector: foo.spec.selector ?? null`.
   * @throws SyntaxError when it cannot be read
   */
  readonly labelSelector?: LabelSelection | undefined;
  /** `metadata.name=settings,status.phase!=Running`: those that the API server knows for the kind. */
  readonly fieldSelector?: string | undefined;
  /** How many objects are asked for at a time, until all are there. */
  readonly pageSize?: number | undefined;
  /** One page alone, of so many objects at most. */
  readonly limit?: number | undefined;
  /** One page alone, after the one that said this. @throws ApiError `isGone` when the server has forgotten it */
  readonly continue?: string | undefined;
}

/** What can be said of every write but a deletion. https://kubernetes.io/docs/reference/using-api/api-concepts/ */
export interface WriteOptions extends ReadOptions {
  /** Who writes, in `metadata.managedFields`. */
  readonly fieldManager?: string | undefined;
  /** The server checks everything and stores nothing. */
  readonly dryRun?: boolean | undefined;
  /** What the server does about unknown fields; it warns unless told otherwise. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined;
}

/**
 * What can be said of a server-side apply.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#ApplyOptions
 */
export interface ApplyOptions extends WriteOptions {
  /** Takes over fields that others manage. */
  readonly force?: boolean | undefined;
}

/** What can be said of a deletion. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#DeleteOptions */
export interface DeleteOptions extends ReadOptions {
  /** What becomes of what the object owns; `Background` for most kinds. */
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground' | undefined;
  /** Seconds that a Pod gets to end. */
  readonly gracePeriodSeconds?: number | undefined;
  /** Delete only this very object, in this very version. */
  readonly preconditions?:
    { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined } | undefined;
  /** The server checks everything and deletes nothing. */
  readonly dryRun?: boolean | undefined;
}

/**
 * What a patch looks like: a part of the object, steps, or a part whose lists are merged by their keys (built-in kinds alone).
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply
 */
export type PatchType = 'merge' | 'json' | 'strategic';

/** What can be said of a patch. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#PatchOptions */
export interface PatchOptions<P extends PatchType = PatchType> extends WriteOptions {
  /** `merge` unless said otherwise: the one that custom resources take as well. */
  readonly type?: P | undefined;
}
