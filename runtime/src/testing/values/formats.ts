import type { Random } from '../random.js';

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.below(10)).join('');
const hex = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.below(16).toString(16)).join('');
const two = (random: Random, from: number, count: number): string =>
  String(from + random.below(count)).padStart(2, '0');
const dateOf = (random: Random): string => `20${two(random, 0, 100)}-${two(random, 1, 12)}-${two(random, 1, 28)}`;
const timeOf = (random: Random): string => `${two(random, 0, 24)}:${two(random, 0, 60)}:${two(random, 0, 60)}`;
const instantOf = (random: Random): string => `${dateOf(random)}T${timeOf(random)}Z`;
const byteOf = (random: Random): number => random.below(256);
const uuidOf =
  (version: string) =>
  (random: Random): string =>
    `${hex(random, 8)}-${hex(random, 4)}-${version}${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`;
const nameOf = (random: Random): string =>
  `${random.pick(['a', 'web', 'x-y', 'n0'])}${digits(random, random.below(4))}`;

/**
 * Generators of strings for the formats that the API server validates. See
 * https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/#JSONSchemaProps
 */
export const formatted: Readonly<Record<string, (random: Random) => string>> = {
  'date-time': instantOf,
  datetime: instantOf,
  date: dateOf,
  duration: (random) => random.pick(['0s', '1h', '1h30m', '250ms', '90s', `${1 + random.below(999)}m`]),
  byte: (random) => Buffer.from(digits(random, 1 + random.below(8))).toString('base64'),
  email: (random) => `${nameOf(random)}@example.com`,
  hostname: (random) => `${nameOf(random)}.example.com`,
  ipv4: (random) => `192.0.2.${byteOf(random)}`,
  ipv6: (random) => `2001:db8::${hex(random, 3)}`,
  cidr: (random) => `192.0.2.0/${24 + random.below(9)}`,
  mac: (random) => `00:00:5e:00:53:${hex(random, 2)}`,
  uri: (random) => `https://example.com/${nameOf(random)}`,
  bsonobjectid: (random) => hex(random, 24),
  creditcard: () => '4111111111111111',
  hexcolor: (random) => `#${hex(random, 6)}`,
  isbn: () => '9780306406157',
  isbn10: () => '0306406152',
  isbn13: () => '9780306406157',
  rgbcolor: (random) => `rgb(${byteOf(random)},${byteOf(random)},${byteOf(random)})`,
  ssn: (random) => `${digits(random, 3)}-${digits(random, 2)}-${digits(random, 4)}`,
  uuid: uuidOf('4'),
  uuid3: uuidOf('3'),
  uuid4: uuidOf('4'),
  uuid5: uuidOf('5'),
  'k8s-short-name': nameOf,
  'k8s-long-name': (random) => `${nameOf(random)}.${nameOf(random)}`,
};
