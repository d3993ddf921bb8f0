import { benchRuntime } from './runtime/bench-runtime.js';

// The runtime alone: `npm run bench:runtime [-- long]`.
await benchRuntime(process.argv[2] === 'long' ? 'long' : 'short');
