export {
  getControllerOf,
  hasControllerReference,
  indexByController,
  isControlledBy,
  type Owned,
} from './controller-of.js';
export * from './create-or-update.js';
export * from './finalizer.js';
export * from './finalizers.js';
export * from './owner-reference.js';
export * from './retry.js';
