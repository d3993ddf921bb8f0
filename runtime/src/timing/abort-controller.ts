import { setMaxListeners } from 'node:events';

/**
 * An AbortController to whose signal as many may listen as there are: all controllers of a manager, every request of a
 * reconcile. Node would take the eleventh for a leak, and warn.
 */
export function abortController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
