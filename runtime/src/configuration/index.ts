export { ConfigError } from '../errors/config-error.js';
export { loadConfig, type LoadConfigOptions } from './load-config.js';
