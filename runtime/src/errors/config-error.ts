/**
 * Error for an operator that cannot run with its configuration: there is no API server, an option is invalid, or an
 * address is in use. The message says where the value comes from, what is wrong and what to change.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
