import type {
  CheckOptions,
  CreateApiOptions,
  CreateWebhookOptions,
  DeleteApiOptions,
  DeleteWebhookOptions,
  EditOptions,
  InitOptions,
  InspectMarkersOptions,
  InspectOptions,
  ManifestsOptions,
  RenameApiOptions,
} from '../operations/options.js';
import type { Operation } from '../operations/outcome.js';

/** The work behind the commands, each loaded when it is asked for. */
export interface Operations {
  readonly initialize: () => Promise<Operation<InitOptions>>;
  readonly createApi: () => Promise<Operation<CreateApiOptions>>;
  readonly createWebhook: () => Promise<Operation<CreateWebhookOptions>>;
  readonly deleteApi: () => Promise<Operation<DeleteApiOptions>>;
  readonly deleteWebhook: () => Promise<Operation<DeleteWebhookOptions>>;
  readonly edit: () => Promise<Operation<EditOptions>>;
  readonly renameApi: () => Promise<Operation<RenameApiOptions>>;
  readonly manifests: () => Promise<Operation<ManifestsOptions>>;
  readonly check: () => Promise<Operation<CheckOptions>>;
  readonly inspect: () => Promise<Operation<InspectOptions>>;
  readonly inspectMarkers: () => Promise<Operation<InspectMarkersOptions>>;
}
