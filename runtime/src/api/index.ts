export type { Condition } from '../k8s/meta/v1.js';
export type { CodeDecorator, KindDecorator, SchemaDecorator } from './decorator.js';
export * from './markers.js';
export * from './object.js';
export {
  apiVersionOf,
  defineResource,
  resourceInfo,
  type KindHandle,
  type ResourceInfo,
  type ResourceScope,
} from './resource.js';
export * from './scalars.js';
