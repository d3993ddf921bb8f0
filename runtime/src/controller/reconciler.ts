import type { Logger } from '../log/logger.js';

/** Object to reconcile: its name, and its namespace if the kind is namespaced. It can be used as the key of a read. */
export interface Request {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** Result of a reconcile. An empty result means that there is nothing to do until something changes. */
export interface Result {
  /** Milliseconds after which the object is reconciled again in any case; zero or less does not requeue it. */
  readonly requeueAfter?: number | undefined;
  /** Priority of the requeued request; defaults to its current priority. */
  readonly priority?: number | undefined;
}

/** Context of one reconcile. */
export interface Context {
  /** Aborted when the lease is lost, the shutdown timeout has passed, or the reconcile exceeds its timeout. */
  readonly signal: AbortSignal;
  /** Logger whose lines contain the object, the controller and the reconcile ID. */
  readonly log: Logger;
  /** ID of this reconcile in logs: a UUID. */
  readonly reconcileID: string;
  /**
   * True in a plan (`--plan`): the API server stores no write of this reconcile. Skip calls to other systems then, because
   * they cannot be dry runs.
   */
  readonly dryRun?: boolean | undefined;
}

/**
 * Brings the actual state closer to the desired state of an object. It is called with a name, not with a change, and
 * again after an error and whenever something changes, so it must compare the desired with the actual state every time.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/reconcile#Reconciler
 */
export interface Reconciler {
  /**
   * Reconciles one object; never called concurrently for the same object.
   * @throws any error to retry with a backoff; TerminalError if a retry will not help
   */
  reconcile(request: Request, context: Context): Promise<Result | void>;
}

/**
 * Error that a retry cannot fix: it is logged and counted, and the object waits for its next change. It has the same
 * effect as the `cause` of the thrown error.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/reconcile#TerminalError
 */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}
