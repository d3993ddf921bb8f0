import { mostSampleCharacters } from '../../base/model/limits.js';
import type { ScalarName, Schema } from '../../base/model/schema.js';
import { textMatching } from './example-text.js';

/** Example strings for the formats that the API server validates. */
const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  duration: '1h',
  byte: 'ZXhhbXBsZQ==',
  email: 'someone@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  cidr: '192.0.2.0/24',
  mac: '00:00:5e:00:53:01',
  uri: 'https://example.com',
  bsonobjectid: '507f1f77bcf86cd799439011',
  creditcard: '4111111111111111',
  datetime: '2026-01-01T00:00:00Z',
  hexcolor: '#ffffff',
  isbn: '9780306406157',
  isbn10: '0306406152',
  isbn13: '9780306406157',
  rgbcolor: 'rgb(255,255,255)',
  ssn: '111-11-1111',
  uuid: '00000000-0000-4000-8000-000000000000',
  uuid3: '00000000-0000-3000-8000-000000000000',
  uuid4: '00000000-0000-4000-8000-000000000000',
  uuid5: '00000000-0000-5000-8000-000000000000',
};

/** Example strings for the scalars that the API server does not validate. */
const scalars: Readonly<Partial<Record<ScalarName, (count: number) => string>>> = {
  Duration: (count) => `${count}h`,
  MicroTime: (count) => `${2025 + count}-01-01T00:00:00.000000Z`,
};

/** Returns texts that might be valid under a string schema. */
export function textCandidates(schema: Schema, name: string, index: number): (string | undefined)[] {
  const { format, pattern, minLength = 0, maxLength = Infinity } = schema;
  if (minLength > mostSampleCharacters) return [];
  const suffix = index === 0 ? '' : String(index);
  const plain = `example${suffix}`;
  const texts = [
    schema.scalar && scalars[schema.scalar]?.(index + 1),
    formats[format ?? ''],
    plain,
    `${name.toLowerCase()}${suffix}`,
    plain.padEnd(minLength, 'x'),
    String(index),
  ];
  if (maxLength < plain.length) texts.push(plain.slice(0, maxLength), 'x'.repeat(maxLength));
  if (pattern === undefined) return texts;
  // Increasingly long until the minimum length is reached; a pattern either needs only a few rounds or never gets
  // there.
  const matching = Array.from({ length: 65 }, (_, extra) => textMatching(pattern, index + extra));
  // A pattern without anchors can match a part of a string that is long enough.
  return [...texts, ...matching, matching[0]?.padEnd(minLength, 'x')];
}
