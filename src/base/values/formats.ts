import type { JsonValue } from '../model/schema.js';
import {
  isCreditCard,
  isDate,
  isDateTime,
  isDuration,
  isIsbn10,
  isIsbn13,
  isSocialSecurityNumber,
} from './format-codes.js';
import { isDnsLabel, isSubdomain } from './labels.js';
import { isCidr, isEmail, isHostname, isIpv4, isIpv6, isMac, isUri } from './format-network.js';

/** Reports whether the API server rejects a string, or a number in its place, under a format. */
export function isNoneOf(format: string, value: JsonValue): boolean {
  const test = formats.get(normalized(format));
  return test !== undefined && !(typeof value === 'string' && test(value));
}

/** Reports whether the API server validates a format of strings. */
export function isFormatOfTexts(format: string): boolean {
  return formats.has(normalized(format));
}

/** Returns the names of the string formats, in their usual spelling. */
export function namesOfFormats(): readonly string[] {
  const dashed: Readonly<Record<string, string>> = {
    datetime: 'date-time',
    k8slongname: 'k8s-long-name',
    k8sshortname: 'k8s-short-name',
  };
  return [...formats.keys()].map((each) => dashed[each] ?? each);
}

/** Removes the dashes from a format name, which the API server ignores: `date-time` is `datetime`. */
function normalized(format: string): string {
  return format.replaceAll('-', '');
}

type Test = (text: string) => boolean;

// The formats of kube-openapi's strfmt, as registered by Kubernetes 1.36. Each test takes time linear in the length of
// its text.
const formats: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['bsonobjectid', like(/^[\da-f]{24}$/i)],
  ['byte', like(/^(?!$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)],
  ['cidr', isCidr],
  ['creditcard', isCreditCard],
  ['date', isDate],
  ['datetime', isDateTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['hexcolor', like(/^#?(?:[\da-f]{3}|[\da-f]{6})$/i)],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['k8slongname', isSubdomain],
  ['k8sshortname', isDnsLabel],
  ['mac', isMac],
  ['password', () => true],
  ['rgbcolor', isRgbColor],
  ['ssn', isSocialSecurityNumber],
  ['uri', isUri],
  ['uuid', uuid('[\\da-f]{4}', '[\\da-f]{4}')],
  ['uuid3', uuid('3[\\da-f]{3}', '[\\da-f]{4}')],
  ['uuid4', uuid('4[\\da-f]{3}', '[89ab][\\da-f]{3}')],
  ['uuid5', uuid('5[\\da-f]{3}', '[89ab][\\da-f]{3}')],
]);

function like(pattern: RegExp): Test {
  return (text) => pattern.test(text);
}

/** Returns a test for UUIDs, whose dashes are optional. */
function uuid(version: string, variant: string): Test {
  return like(new RegExp(`^[\\da-f]{8}-?[\\da-f]{4}-?${version}-?${variant}-?[\\da-f]{12}$`, 'i'));
}

function isRgbColor(text: string): boolean {
  const parts = /^rgb\(([^()]*)\)$/.exec(text)?.[1]!.split(',') ?? [];
  const isPart = (part: string): boolean =>
    /^[\t\n\f\r ]*(?:0|[1-9]\d{0,2})[\t\n\f\r ]*$/.test(part) && Number(part) < 256;
  return parts.length === 3 && parts.every(isPart);
}
