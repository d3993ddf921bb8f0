import type { Change } from './change.js';

/** The change of an object that is rejected for an unknown reason. */
export const unknownCause: Change['rule'] = {
  id: 'object-rejected',
  what: 'an object that was accepted before is rejected',
  breaks: 'writers',
};
