import { isJsonObject } from '../json/json-object.js';
import type { Credential } from './cluster-config.js';
import type { TransportRequest } from './transport.js';

/** What of a credential no error may say. */
export function credentialSecrets({ token, username, password, clientKey }: Credential): readonly string[] {
  const login = username === undefined ? undefined : `${username}:${password ?? ''}`;
  return [token, password, login, clientKey].filter((each) => each !== undefined);
}

/** Requests whose bodies hold secrets: Secrets, tokens, reviews of tokens, and the forms of a log-in. */
const secretPath = /\/(?:secrets|tokenreviews|token)(?:\/|$)/;

/** What of a request no error may say, although the server may send it back with its refusal. */
export function bodySecrets({ path, body, contentType }: TransportRequest): readonly string[] {
  if (body === undefined) return [];
  if (contentType === 'application/x-www-form-urlencoded') return [...new URLSearchParams(body).values()];
  if (!secretPath.test(path)) return [];
  try {
    return textsIn(JSON.parse(body)).flatMap((text) => [text, Buffer.from(text, 'base64').toString()]);
  } catch {
    return [];
  }
}

/** The texts in the `data` and the `stringData` of a Secret, the token of a review, and what the steps of a patch write. */
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
