import { isJsonObject } from '../json/json-object.js';
import type { Status, StatusCause } from './api-error.js';

/** Reads a Status from an answer. Fields whose type differs from that of the API server are omitted. */
export function readStatus(said: unknown): Status {
  if (!isJsonObject(said)) return {};
  const { code, details } = said;
  return {
    ...textsOf(said, ['kind', 'status', 'message', 'reason']),
    ...(Number.isSafeInteger(code) && { code: code as number }),
    ...(isJsonObject(details) && { details: readDetails(details) }),
  };
}

function readDetails(details: Readonly<Record<string, unknown>>): NonNullable<Status['details']> {
  const { causes, retryAfterSeconds } = details;
  return {
    ...textsOf(details, ['name', 'group', 'kind', 'uid']),
    ...(Array.isArray(causes) && { causes: causes.filter((each) => isJsonObject(each)).map(readCause) }),
    ...(Number.isSafeInteger(retryAfterSeconds) && { retryAfterSeconds: retryAfterSeconds as number }),
  };
}

const readCause = (cause: Readonly<Record<string, unknown>>): StatusCause =>
  textsOf(cause, ['reason', 'message', 'field']);

function textsOf<Key extends string>(
  of: Readonly<Record<string, unknown>>,
  keys: readonly Key[],
): { [key in Key]?: string } {
  const texts: { [key in Key]?: string } = {};
  for (const key of keys) if (typeof of[key] === 'string') texts[key] = of[key];
  return texts;
}
