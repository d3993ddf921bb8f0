export { clone, type DeepMutable } from './copy.js';
export { deepEqual } from './deep-equal.js';
export { createPatch, type JsonPatchOperation } from './json-patch.js';
export { InexactNumberError } from './parse-json.js';
