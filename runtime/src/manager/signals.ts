import { abortController } from '../timing/abort-controller.js';

/**
 * A signal that is aborted by SIGTERM, SIGINT, or SIGHUP, which a terminal sends when it is closed; for `manager.start`. A second one ends the process at once: what waits
 * for the end of a reconcile may wait for ever.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager/signals#SetupSignalHandler
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
