export type { Clock } from './clock.js';
export * from './rate-limiter.js';
