// The exports of `import ... from 'operator-gen'`: the work of the command line as functions, for custom tools.
export type { Diagnostic, Position, Severity } from './base/diagnostics/diagnostic.js';
export { generate, type GenerateOptions, type GenerateResult, type GeneratedFile } from './library/generate.js';
export { inspect, type InspectOptions, type InspectResult } from './library/inspect.js';
export type { Kind, KindVersion, PrintColumn, ScaleSubresource, Scope } from './base/model/kind.js';
export type { Model } from './base/model/model.js';
export type { RbacRule } from './base/model/rbac.js';
export type { JsonValue, ListType, MapType, Property, Schema, SchemaType } from './base/model/schema.js';
