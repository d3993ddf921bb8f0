export { WorkQueue, type QueueObserver, type WorkQueueOptions } from './work-queue.js';
export { realClock, type Clock } from './clock.js';
