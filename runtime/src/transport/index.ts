export { ApiError, type Status, type StatusCause } from './api-error.js';
export {
  fixedCredential,
  type ClusterConfig,
  type Credential,
  type CredentialSource,
  type Impersonation,
  type PemSource,
} from './cluster-config.js';
export { createTransport } from './create-transport.js';
export { NotLeaderError } from './not-leader-error.js';
export type { RateLimit } from './rate-limiter.js';
export type { QueryValue, RequestObserver, StreamOptions, Transport, TransportRequest } from './transport.js';
export type { TransportOptions } from './transport-options.js';
export type { SilenceTiming } from './silence.js';
export { warningLogger } from './warnings.js';
