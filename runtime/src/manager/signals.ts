import { abortController } from '../timing/abort-controller.js';

/** Time in which SIGTERM or SIGHUP, sent again, is the same request. */
const repetitionMs = 1000;

/**
 * Returns a signal for `manager.start` that is aborted by SIGTERM, SIGINT, or SIGHUP, which a terminal sends when it is
 * closed. A second signal exits the process immediately, because waiting for the end of a reconcile may take forever.
 *
 * The same SIGTERM or SIGHUP within a second counts once: a signal for a process group reaches this process directly, and again from
 * `make` or npm, which forward it to what they run. A second SIGINT always counts, because people press Ctrl-C.
 *
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager/signals#SetupSignalHandler
 */
export function setupSignalHandler(): AbortSignal {
  const controller = abortController();
  let first: { readonly name: NodeJS.Signals; readonly at: number } | undefined;
  const stop = (name: NodeJS.Signals): void => {
    const now = performance.now();
    if (first === undefined) {
      first = { name, at: now };
      controller.abort(new Error(`the process received ${name}`));
    } else if (name === 'SIGINT' || name !== first.name || now - first.at > repetitionMs) process.exit(1);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', stop);
  return controller.signal;
}
