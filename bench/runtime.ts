import { benchRuntime } from './runtime/bench-runtime.js';

// Measures only the runtime: `npm run bench:runtime [-- long]`.
await benchRuntime(process.argv[2] === 'long' ? 'long' : 'short');
