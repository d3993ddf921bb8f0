import type { CheckOptions, CreateApiOptions, InitOptions, ManifestsOptions } from '../operations/options.js';
import type { Operation } from '../operations/outcome.js';

/** The work behind the commands, each loaded when it is asked for. */
export interface Operations {
  initialize(): Promise<Operation<InitOptions>>;
  createApi(): Promise<Operation<CreateApiOptions>>;
  manifests(): Promise<Operation<ManifestsOptions>>;
  check(): Promise<Operation<CheckOptions>>;
}
