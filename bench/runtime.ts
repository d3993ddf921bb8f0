import { benchRuntime, partNames } from './runtime/bench-runtime.js';

// Measures only the runtime: `npm run bench:runtime -- [long] [part...]`.
const [first, ...others] = process.argv.slice(2);
const chosen = first === undefined || first === 'long' ? others : [first, ...others];
const unknown = chosen.filter((each) => !(partNames as readonly string[]).includes(each));
if (unknown.length > 0) {
  process.stderr.write(`unknown parts: ${unknown.join(', ')}; parts are ${partNames.join(', ')}\n`);
  process.exit(2);
}
await benchRuntime(first === 'long' ? 'long' : 'short', chosen.length === 0 ? partNames : chosen);
