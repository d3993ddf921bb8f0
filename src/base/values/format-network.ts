/** Reports whether a string is an IPv4 address, or an IPv6 address that ends with one. Leading zeros are allowed. */
export function isIpv4(text: string): boolean {
  return text.includes('.') && (isDottedSloppily(text) || isIpv6Sloppily(text));
}

/** Reports whether a string is an IPv6 address. */
export function isIpv6(text: string): boolean {
  return isAddress(text, /^[\da-f]{1,4}$/i, isDotted);
}

/** Reports whether a string is an address with a prefix length. Leading zeros are allowed. */
export function isCidr(text: string): boolean {
  const [address = '', length = '', ...others] = text.split('/', 3);
  if (others.length > 0 || !/^\d+$/.test(length)) return false;
  if (isDottedSloppily(address)) return Number(length) <= 32;
  return isIpv6Sloppily(address) && Number(length) <= 128;
}

function isDotted(text: string): boolean {
  return isDottedSloppily(text) && !/(?:^|\.)0\d/.test(text);
}

function isDottedSloppily(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d+$/.test(part) && Number(part) < 256);
}

function isIpv6Sloppily(text: string): boolean {
  return isAddress(text, /^0*[\da-f]{1,4}$/i, isDottedSloppily);
}

/**
 * Reports whether a string is an IPv6 address: eight groups of 16 bits, or fewer around one `::`. An IPv4 address at
 * the end counts as two.
 */
function isAddress(text: string, group: RegExp, isTail: (text: string) => boolean): boolean {
  const halves = text.split('::');
  const last = text.slice(text.lastIndexOf(':') + 1);
  const dotted = last.includes('.');
  if (halves.length > 2 || !text.includes(':') || (dotted && !isTail(last))) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const plain = dotted ? groups.slice(0, -1) : groups;
  const width = plain.length + (dotted ? 2 : 0);
  return plain.every((each) => group.test(each)) && (halves.length === 2 ? width < 8 : width === 8);
}

/** Reports whether a string is a MAC address of 6, 8 or 20 bytes. */
export function isMac(text: string): boolean {
  const separator = ([':', '-', '.'] as const).find((each) => text.includes(each));
  const groups = separator === undefined ? (text.match(/../gs) ?? []) : text.split(separator);
  const digits = separator === '.' ? 4 : 2;
  const isGroup = (group: string): boolean => group.length === digits && /^[\da-f]+$/i.test(group);
  const complete = separator !== undefined || text.length % 2 === 0;
  return complete && [6, 8, 20].includes((groups.length * digits) / 2) && groups.every(isGroup);
}

/**
 * Reports whether a string is a host name. In a single label, the pattern of the API server allows a dash only as the
 * second character.
 */
export function isHostname(text: string): boolean {
  if (Buffer.byteLength(text) > 255) return false;
  const labels = text.split('.');
  if (labels.some((label) => Buffer.byteLength(label) > 63)) return false;
  if (labels.length === 1) return /^[a-zA-Z0-9\p{S}\p{L}]-?[a-zA-Z0-9\p{S}\p{L}]{0,62}$/u.test(text);
  return labels.slice(0, -1).every(isHostLabel) && /^[a-zA-Z\p{L}]{2,63}$/u.test(labels.at(-1)!);
}

function isHostLabel(label: string): boolean {
  return /^[a-zA-Z0-9\p{S}\p{L}-]{1,63}$/u.test(label) && !label.startsWith('-') && !label.endsWith('-');
}

/**
 * Reports whether a string is an email address as Go's `net/mail` parses it, alone or after a display name: `A B <a@b.c>`.
 * Quotes, comments, encoded words and groups are left to the API server: a string that contains them only needs an `@`.
 */
export function isEmail(text: string): boolean {
  if (/["(]|=\?/.test(text) || (text.includes(':') && text.lastIndexOf(';') > text.indexOf(':')))
    return /@./.test(text);
  const open = text.indexOf('<');
  const rest = text.slice(open + 1).replace(/(?<![ \t])[ \t]+$/, '');
  if (open < 0) return isAddrSpec(rest);
  return isPhrase(text.slice(0, open)) && rest.endsWith('>') && isAddrSpec(rest.slice(0, -1));
}

/** Reports whether a string is an address without a display name: blanks can precede each of its parts. */
function isAddrSpec(text: string): boolean {
  const at = text.indexOf('@');
  if (at < 0) return false;
  const [local, domain] = [withoutBlanksBefore(text.slice(0, at)), withoutBlanksBefore(text.slice(at + 1))];
  return isDotAtom(local) && (isDotAtom(domain) || isIpLiteral(domain));
}

const withoutBlanksBefore = (text: string): string => text.replace(/^[ \t]+/, '');

/** Reports whether a string is a display name: words without special characters. */
function isPhrase(text: string): boolean {
  return !/[^!-~\u0080-\uffff \t]|[()<>[\]:;@\\,"]/.test(text);
}

function isDotAtom(text: string): boolean {
  return text.split('.').every((part) => part !== '' && !/[^!-~\u0080-\uffff]|[()<>[\]:;@\\,"]/.test(part));
}

function isIpLiteral(text: string): boolean {
  return text.startsWith('[') && text.endsWith(']') && [isDotted, isIpv6].some((test) => test(text.slice(1, -1)));
}

/** Reports whether a string is an absolute URI or an absolute path, as Go's `net/url` parses a request target. */
export function isUri(text: string): boolean {
  // ASCII control characters.
  if (/[^ -~\u0080-\uffff]/.test(text)) return false;
  if (text === '*') return true;
  const scheme = /^[a-z][a-z\d+.-]*(?=:)/i.exec(text)?.[0];
  const rest = (scheme === undefined ? text : text.slice(scheme.length + 1)).split('?', 1)[0]!;
  if (!rest.startsWith('/')) return scheme !== undefined;
  if (scheme === undefined || !rest.startsWith('//')) return isEscaped(rest);
  const [authority = '', ...path] = rest.slice(2).split('/');
  return isAuthority(authority, /^https?$/i.test(scheme)) && isEscaped(path.join('/'));
}

function isEscaped(text: string): boolean {
  return !/%(?![\da-f]{2})/i.test(text);
}

function isAuthority(authority: string, web: boolean): boolean {
  const at = authority.lastIndexOf('@');
  const user = authority.slice(0, Math.max(at, 0));
  return /^[\w\-.:~!$&'()*+,;=%@]*$/.test(user) && isEscaped(user) && isHost(authority.slice(at + 1), web);
}

function isHost(host: string, web: boolean): boolean {
  const bracket = host.lastIndexOf('[');
  if (bracket > 0) return false;
  if (bracket === 0) {
    const end = host.lastIndexOf(']');
    const [address = '', zone] = host.slice(1, end).split(/%25(.*)/s, 2);
    return end > 0 && isPort(host.slice(end + 1)) && isIpv6(address) && zone !== '' && isEscaped(zone ?? '');
  }
  const colon = web ? host.indexOf(':') : host.lastIndexOf(':');
  return (
    (colon < 0 || isPort(host.slice(colon))) &&
    /^(?:%25|%[89a-f][\da-f]|[\w\-.~!$&'()*+,;=:[\]<>"]|[\u0080-\uffff])*$/i.test(host)
  );
}

function isPort(text: string): boolean {
  return text === '' || /^:\d*$/.test(text);
}
