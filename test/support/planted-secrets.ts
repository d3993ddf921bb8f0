import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { onTestFinished } from 'vitest';
import { createLogger } from '../../runtime/src/log/create-logger.js';
import { causesOf } from '../../runtime/src/errors/causes.js';

/** Characters of a secret in a row that are a leak: parsers quote no more than ten on each side of what they refuse. */
const fragment = 8;

/** Secrets that a test puts where users have theirs, and looks for wherever an operator says something. */
export interface PlantedSecrets {
  /** A secret that is nowhere else. */
  plant(shape?: (secret: string) => string): string;
  /** The secrets of which a text has a part, in whichever form. */
  leakedInto(text: string): readonly string[];
}

export function plantedSecrets(): PlantedSecrets {
  const planted: string[] = [];
  return {
    plant: (shape = (secret) => secret) => {
      // Letters and digits alone are the same when they are escaped: two others make the forms differ.
      const secret = `q${randomBytes(12).toString('hex')}/z${randomBytes(8).toString('hex')}`;
      planted.push(secret);
      return shape(secret);
    },
    leakedInto: (text) => planted.filter((secret) => fragmentsOf(secret).some((each) => text.includes(each))),
  };
}

/** Every part of a secret that is long enough, as it is and encoded. */
function fragmentsOf(secret: string): readonly string[] {
  // Base64 depends on where in a group of three bytes the text begins.
  const shifted = ['', 'x', 'xx'].map((before) => Buffer.from(before + secret));
  const encoded = shifted.flatMap((bytes) => [bytes.toString('base64'), bytes.toString('base64url')]);
  const whole = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('hex'),
    // Neither end, which has bits of what stands beside it.
    ...encoded.map((each) => each.slice(4, -4)),
  ];
  return whole.flatMap((form) =>
    Array.from({ length: form.length - fragment + 1 }, (_, index) => form.slice(index, index + fragment)),
  );
}

/** All that somebody can see of an error: each part of it and of its causes, as a log has it and as Node shows it. */
export function allOf(error: unknown): string {
  const lines: string[] = [];
  for (const format of ['json', 'console'] as const)
    createLogger({ format, write: (line) => lines.push(line) }).error('failed', { error });
  const parts = [...causesOf(error)].flatMap(({ message, stack }) => [message, stack ?? '']);
  return [...lines, ...parts, inspect(error, { depth: Infinity, showHidden: true, maxStringLength: Infinity })].join(
    '\n',
  );
}

/** What the process warns of from now on, until the test is over. */
export function processWarnings(): readonly string[] {
  const warnings: string[] = [];
  const keep = (warning: Error): void => void warnings.push(allOf(warning));
  process.on('warning', keep);
  onTestFinished(() => void process.off('warning', keep));
  return warnings;
}
