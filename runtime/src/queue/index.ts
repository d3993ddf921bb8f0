export * from './rate-limiter.js';
export type { AddOptions } from './work-queue.js';
export type { QueueSnapshot } from './queue-snapshot.js';
export type { QueueObserver, UnfinishedWork } from './queue-observer.js';
