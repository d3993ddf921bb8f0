import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { onTestFinished } from 'vitest';
import { createLogger } from '../../runtime/src/log/create-logger.js';
import { causesOf } from '../../runtime/src/errors/causes.js';

/**
 * The number of consecutive characters of a secret that count as a leak: parsers quote at most ten on each side of what
 * they reject.
 */
const fragment = 8;

/** Secrets that a test puts where users have theirs, and searches for in all output of an operator. */
export interface PlantedSecrets {
  /** Returns a secret that occurs nowhere else. */
  plant(shape?: (secret: string) => string): string;
  /** Returns the secrets of which a text contains a part, in any form. */
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

/** Returns every part of a secret that is long enough, unchanged and encoded. */
function fragmentsOf(secret: string): readonly string[] {
  // Base64 depends on where in a group of three bytes the text begins.
  const shifted = ['', 'x', 'xx'].map((before) => Buffer.from(before + secret));
  const encoded = shifted.flatMap((bytes) => [bytes.toString('base64'), bytes.toString('base64url')]);
  const whole = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('hex'),
    // Neither end, which has bits of the adjacent characters.
    ...encoded.map((each) => each.slice(4, -4)),
  ];
  return whole.flatMap((form) =>
    Array.from({ length: form.length - fragment + 1 }, (_, index) => form.slice(index, index + fragment)),
  );
}

/** Returns everything that can be seen of an error: all parts of it and of its causes, as a log and as Node prints them. */
export function allOf(error: unknown): string {
  const lines: string[] = [];
  for (const format of ['json', 'console'] as const)
    createLogger({ format, write: (line) => lines.push(line) }).error('failed', { error });
  const parts = [...causesOf(error)].flatMap(({ message, stack }) => [message, stack ?? '']);
  return [...lines, ...parts, inspect(error, { depth: Infinity, showHidden: true, maxStringLength: Infinity })].join(
    '\n',
  );
}

/** Returns the warnings of the process from now until the end of the test. */
export function processWarnings(): readonly string[] {
  const warnings: string[] = [];
  const keep = (warning: Error): void => void warnings.push(allOf(warning));
  process.on('warning', keep);
  onTestFinished(() => void process.off('warning', keep));
  return warnings;
}
