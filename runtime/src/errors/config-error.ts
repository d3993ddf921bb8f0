/**
 * Thrown when an operator cannot run as it is set up: no API server is known, an option cannot be, or an address is taken.
 * The message says where was looked, what is wrong and what to change.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
