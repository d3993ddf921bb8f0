import { writeSync } from 'node:fs';
import { directOutput } from '../../../src/cli/framework/direct-output.js';

// Writes a megabyte to its stdout, and to its stderr how, and what failed.
const output = directOutput(1);
writeSync(2, output === undefined ? 'stream\n' : 'direct\n');
output?.on('error', ({ code }) => writeSync(2, `${code}\n`));
for (let part = 0; part < 10; part += 1) output?.write('0123456789'.repeat(10_000));
output?.write('é\n');
