import type { LabelSelection } from './label-selection.js';
import type { WriteObserver } from './write-observer.js';

/** Defaults for every call of a client. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#Options */
export interface ClientOptions {
  /**
   * Field manager of calls that do not set one.
   * See https://kubernetes.io/docs/reference/using-api/server-side-apply/#managers
   */
  readonly fieldManager?: string | undefined;
  /** The handling of unknown fields by the server, for calls that do not set it. */
  readonly fieldValidation?: WriteOptions['fieldValidation'];
  /** Observer of every write that is not a dry run. */
  readonly writes?: WriteObserver | undefined;
}

/** Options of every request. */
export interface RequestOptions {
  /** Signal that cancels the request. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of reading an object. */
export interface ReadOptions extends RequestOptions {
  /** Whether a client with a cache reads the object from the server; defaults to false. */
  readonly live?: boolean | undefined;
}

/** Options of a list. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#ListOptions */
export interface ListOptions extends RequestOptions {
  /** Namespace to list; all namespaces if unset. */
  readonly namespace?: string | undefined;
  /**
   * Selector such as `app=web,tier!=cache`, labels that must be equal, or a LabelSelector; all objects if unset. For an
   * optional LabelSelector that selects nothing if absent, write `labelSelector: foo.spec.selector ?? null`.
   * @throws SyntaxError if it is invalid
   */
  readonly labelSelector?: LabelSelection | undefined;
  /**
   * Selector such as `metadata.name=settings,status.phase!=Running`, with fields that the API server supports for the
   * kind.
   */
  readonly fieldSelector?: string | undefined;
  /** Only for reads from the cache; see `CachedListOptions`. */
  readonly index?: undefined;
  /** Number of objects per request, until all are read. */
  readonly pageSize?: number | undefined;
  /** Maximum number of objects; requests a single page. Zero means all of them. */
  readonly limit?: number | undefined;
  /**
   * Continue token of the previous page; requests a single page.
   * @throws ApiError `isGone` if the token has expired
   */
  readonly continue?: string | undefined;
}

/** Options of every write except deletions. See https://kubernetes.io/docs/reference/using-api/api-concepts/ */
export interface WriteOptions extends RequestOptions {
  /** Field manager, as recorded in `metadata.managedFields`. */
  readonly fieldManager?: string | undefined;
  /** Whether the server only validates the request and stores nothing. */
  readonly dryRun?: boolean | undefined;
  /** The handling of unknown fields by the server; it warns by default. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined;
}

/** Options of a server-side apply. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#ApplyOptions */
export interface ApplyOptions extends WriteOptions {
  /** Whether to take over fields that other managers own. */
  readonly force?: boolean | undefined;
}

/** Options of a deletion. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#DeleteOptions */
export interface DeleteOptions extends RequestOptions {
  /** The handling of dependents of the object; `Background` for most kinds. */
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground' | undefined;
  /** Seconds that a Pod has to shut down. */
  readonly gracePeriodSeconds?: number | undefined;
  /** Deletes the object only with this uid and this resource version. */
  readonly preconditions?:
    { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined } | undefined;
  /** Whether the server only validates the request and deletes nothing. */
  readonly dryRun?: boolean | undefined;
}

/**
 * Type of a patch: part of the object, a list of operations, or part of the object whose lists are merged by key
 * (built-in kinds only). See https://kubernetes.io/docs/reference/using-api/api-concepts/#patch-and-apply
 */
export type PatchType = 'merge' | 'json' | 'strategic';

/** Options of a patch. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/client#PatchOptions */
export interface PatchOptions<P extends PatchType = PatchType> extends WriteOptions {
  /** Type of the patch; defaults to `merge`, which custom resources support too. */
  readonly type?: P | undefined;
}
