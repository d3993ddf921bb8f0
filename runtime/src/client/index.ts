export * from './api-error.js';
export * from './client.js';
export * from './cluster-config.js';
export { createClient, type ClientOptions } from './create-client.js';
export { loadConfig, type LoadConfigOptions } from './load-config.js';
export * from './owner-reference.js';
export type { ObjectKey } from './resource-path.js';
export { createTransport, type Transport, type TransportRequest } from './transport.js';
