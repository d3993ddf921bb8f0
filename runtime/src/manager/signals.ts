import { abortController } from '../timing/abort-controller.js';

/**
 * Returns a signal for `manager.start` that is aborted by SIGTERM, SIGINT, or SIGHUP, which a terminal sends when it is
 * closed. A second signal exits the process immediately, because waiting for the end of a reconcile may take forever.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager/signals#SetupSignalHandler
 */
export function setupSignalHandler(): AbortSignal {
  const controller = abortController();
  const stop = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort(new Error(`the process received ${name}`));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', stop);
  return controller.signal;
}
