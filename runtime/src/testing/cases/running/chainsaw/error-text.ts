import { messageOf } from '../../../../errors/causes.js';
import { ApiError } from '../../../../transport/api-error.js';

/** Returns the value of the binding `$error`: the message of the API server, if it is its answer. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.serverMessage : messageOf(error);
}
