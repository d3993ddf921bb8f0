import { setMaxListeners } from 'node:events';

/**
 * Creates an AbortController whose signal accepts any number of listeners: all controllers of a manager, every request
 * of a reconcile. Node would report the eleventh as a leak.
 */
export function abortController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
