export type { Condition } from '../k8s/meta/v1.js';
export * from './markers.js';
export * from './object.js';
export * from './resource.js';
export * from './scalars.js';
