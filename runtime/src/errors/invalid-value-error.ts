/**
 * Error of a function that cannot use a value of an object, such as a quantity or a duration that the schema of its field
 * accepts, but the parser of the API server does not. It is not a bug of the code that calls the function: thrown in a
 * webhook, it denies the request with code 422 and its message; in a reconciler, it is retried like any other error.
 */
export class InvalidValueError extends TypeError {
  override readonly name = 'InvalidValueError';
  readonly code = 'ERR_INVALID_VALUE';
}

// Maximum number of characters of a value in a message, because users choose values.
const mostShown = 60;

/**
 * Returns the error for a value that a function cannot use: an InvalidValueError if objects can contain the value;
 * otherwise a TypeError, because only a bug can have passed it.
 * @param rule what the value should be
 */
export function invalidValue(value: unknown, rule: string): TypeError {
  const message = `${shown(value)} is not ${rule}`;
  const isJson = value === null || ['string', 'number', 'boolean', 'object'].includes(typeof value);
  return isJson ? new InvalidValueError(message) : new TypeError(message);
}

/** Formats strings and numbers; for lists and objects, whose content may be anything, only their type. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, mostShown));
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}
