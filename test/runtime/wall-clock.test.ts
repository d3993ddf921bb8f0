import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const runtime = fileURLToPath(new URL('../../runtime/src/', import.meta.url));

/**
 * The files that read the time of day, and what for. It is set forward and back while a process runs: how long something lasts
 * is measured with `realClock` or `performance.now()`.
 */
const allowed: Readonly<Record<string, string>> = {
  'api/micro-time.ts': 'a time that is written into an object',
  'certificates/options.ts': 'certificates are valid from one time of day to another',
  'configuration/credential-expiry.ts': 'a credential ends at a time of day',
  'transport/failure.ts': 'a message says that a credential has ended',
  'transport/response.ts': 'a server may answer with a date, and not say its own',
  'conditions/conditions.ts': 'a time that is written into an object',
  'manager/debug-server.ts': 'times that are shown',
  'events/event-broadcaster.ts': 'a time that is written into an object',
  'log/create-logger.ts': 'the time of a line of the log',
  'plan/new-object.ts': 'a time that is written into an object',
  'serving/make-certificate.ts': 'certificates are valid from one time of day to another',
  'testing/conversion/fuzz-conversion.ts': 'a seed',
  'timing/clock.ts': 'the clock for what is valid until a time of day',
};

const isRead = /\bDate\.now\(|new Date\(\)|\bwallClock\b|new Date\(Date\.now/;

it('the time of day is read where it is meant, and nowhere to measure how long something lasts', () => {
  const files = readdirSync(runtime, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('k8s/'));
  const reading = files.filter((file) => isRead.test(readFileSync(join(runtime, file), 'utf8')));
  expect(reading.toSorted()).toEqual(Object.keys(allowed).toSorted());
});
