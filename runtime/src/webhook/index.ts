export type {
  AdmissionContext,
  AdmissionHandler,
  AdmissionRequest,
  AdmissionResponse,
  GroupVersionKind,
  GroupVersionResource,
  AdmissionOperation,
  WebhookContext,
} from './admission.js';
export { admissionHandler, type AdmissionOptions } from './admission-handler.js';
export { webhookManagedBy, type WebhookBuilder } from './builder.js';
export {
  hubSpokeConverter,
  spokeConverter,
  type Conversion,
  type Converted,
  type ConvertedKind,
  type Converter,
  type Convertible,
  type SpokeConverter,
} from './converter.js';
export { withDefaulter, type Defaulter } from './defaulter.js';
export { field, invalid, type FieldError } from './field-errors.js';
export { preservedData, type PreservedData } from './preserved-data.js';
export type { WebhookServerOptions } from './options.js';
export { allowed, denied, errored, patched, validationResponse, withWarnings } from './response.js';
export type { Router, WebhookReply, WebhookRequest } from './router.js';
export { createWebhookServer, type WebhookServer, type WebhookServerParts } from './server.js';
export { withValidator, type Validator, type Verdict, type Warnings } from './validator.js';
export type { Webhook, WebhookSurroundings } from './webhook.js';
