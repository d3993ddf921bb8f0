export * from './rate-limiter.js';
export type { AddOptions } from './work-queue.js';
