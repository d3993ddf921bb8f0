import type { Logger } from '../log/logger.js';

/** The object to look at: its name, and its namespace where its kind has one. Usable as the key of a read. */
export interface Request {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** What a reconcile asks for. Nothing means: done until something changes. */
export interface Result {
  /** Milliseconds after which the object is looked at again, whatever happens; zero or less asks for nothing. */
  readonly requeueAfter?: number | undefined;
  /** The priority with which it is looked at again; the one that it had unless said otherwise. */
  readonly priority?: number | undefined;
}

/** What surrounds one reconcile. */
export interface Context {
  /** Aborted when the lease is lost, the time to stop is over, or the reconcile takes longer than it may. */
  readonly signal: AbortSignal;
  /** Says in every line which object, which controller, and which reconcile. */
  readonly log: Logger;
  readonly reconcileID: string;
}

/**
 * Brings the world closer to what an object says. Called with a name and not with a change, again after an error, and
 * again whenever something changed: it compares what should be with what is, every time.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/reconcile#Reconciler
 */
export interface Reconciler {
  reconcile(request: Request, context: Context): Promise<Result | void>;
}

/**
 * An error that trying again will not mend: logged and counted, and the object waits for its next change. It counts as well
 * where it is the `cause` of the error that is thrown.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/reconcile#TerminalError
 */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}
