import type { JsonValue } from '../model/schema.js';

/**
 * Whether a text, or a number that stands for one, is surely refused by the API server under a format. Only what is plainly
 * wrong is told: the rest is for the server to say, and so are the formats that are not here.
 */
export function isNoneOf(format: string, value: JsonValue): boolean {
  const test = Object.hasOwn(tests, format) ? tests[format] : undefined;
  return test !== undefined && !(typeof value === 'string' && test(value));
}

const tests: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  'date-time': isDateTime,
  datetime: isDateTime,
  byte: like(/^(?!$)([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
  duration: like(/\d/),
  email: like(/.@./),
  hostname: like(/^[^\s/@-][^\s/@]*$/),
  ipv4: like(/^[\da-f:]*\d(\.\d+){3}$/i),
  ipv6: like(/^[\da-f.]*:[\da-f.:]*$/i),
  cidr: like(/^[\da-f.:]+\/\d+$/i),
  mac: like(/^[\da-f]{2,4}([:.-][\da-f]{2,4})+$/i),
  uri: like(/^\/|^[a-z][a-z0-9+.-]*:./i),
  uuid: like(/^[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}$/i),
  'k8s-short-name': like(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/),
  'k8s-long-name': like(/^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/),
};

function like(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text);
}

function isDate(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text);
}

// https://datatracker.ietf.org/doc/html/rfc3339#section-5.6
function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.toLowerCase().split('t');
  return isDate(date) && /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(.\d+)?(z|[+-]\d{2}:\d{2})$/.test(time);
}
