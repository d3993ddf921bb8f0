export * from './rate-limiter.js';
export type { AddOptions } from './work-queue.js';
export type { QueueObserver, UnfinishedWork } from './queue-observer.js';
