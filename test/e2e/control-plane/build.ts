import { buildControlPlane } from './builder.js';

try {
  process.stdout.write(`${await buildControlPlane()}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
