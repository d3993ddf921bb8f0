import { isJsonObject } from '../json/json-object.js';
import type { Credential } from './cluster-config.js';
import type { TransportRequest } from './transport.js';

/** Returns the parts of a credential that no error may contain. */
export function credentialSecrets({ token, username, password, clientKey }: Credential): readonly string[] {
  const login = username === undefined ? undefined : `${username}:${password ?? ''}`;
  return [token, password, login, clientKey].filter((each) => each !== undefined);
}

/** Paths of requests whose bodies contain secrets: Secrets, tokens and token reviews. */
const secretPath = /\/(?:secrets|tokenreviews|token)(?:\/|$)/;

/**
 * Returns the parts of a request body that no error may contain, although the server may repeat them when it rejects
 * the request.
 */
export function bodySecrets({ path, body }: TransportRequest): readonly string[] {
  if (body === undefined || !secretPath.test(path)) return [];
  try {
    return textsIn(JSON.parse(body)).flatMap((text) => [text, Buffer.from(text, 'base64').toString()]);
  } catch {
    return [];
  }
}

/**
 * Returns the values in `data` and `stringData` of a Secret, the token of a review, and the values of patch operations.
 */
function textsIn(body: unknown): readonly string[] {
  if (Array.isArray(body)) return body.flatMap((step: unknown) => (isJsonObject(step) ? valuesOf(step['value']) : []));
  if (!isJsonObject(body)) return [];
  const { data, stringData, spec } = body;
  const token = isJsonObject(spec) ? spec['token'] : undefined;
  return [...valuesOf(data), ...valuesOf(stringData), ...valuesOf(token)];
}

function valuesOf(value: unknown): readonly string[] {
  const values = isJsonObject(value) ? Object.values(value) : [value];
  return values.filter((each): each is string => typeof each === 'string');
}
