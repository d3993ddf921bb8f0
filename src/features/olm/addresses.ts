/** Reports whether a text is a single mail address, such as `a@example.com` or `Ann <a@example.com>` (RFC 5322). */
export function isMailAddress(text: string): boolean {
  const trimmed = withoutComment(text.trim());
  const start = trimmed.endsWith('>') ? trimmed.lastIndexOf('<') : -1;
  const address = start < 0 ? trimmed : trimmed.slice(start + 1, -1);
  const name = start < 0 ? '' : trimmed.slice(0, start).trim();
  const at = address.lastIndexOf('@');
  return at > 0 && isDisplayName(name) && isLocalPart(address.slice(0, at)) && isDomain(address.slice(at + 1));
}

/** Returns an address without a trailing comment. */
function withoutComment(text: string): string {
  const start = text.endsWith(')') ? text.lastIndexOf('(') : -1;
  return start < 0 || text.slice(start + 1, -1).includes(')') ? text : text.slice(0, start).trimEnd();
}

function isDisplayName(text: string): boolean {
  return /^"[^"\\]*"$/.test(text) || !/[()<>[\]:;@\\,"]/.test(text);
}

function isLocalPart(text: string): boolean {
  return /^"[^"\\\p{Cc}]*"$/u.test(text) || isDotted(text);
}

function isDomain(text: string): boolean {
  return /^\[[^[\]\\\s]*\]$/.test(text) || isDotted(text);
}

function isDotted(text: string): boolean {
  return text.split('.').every((part) => part !== '' && !/[\s()<>[\]:;@\\,"\p{Cc}]/u.test(part));
}

/** Reports whether a text is an absolute URL, or an absolute path (RFC 3986), as Go parses request URIs. */
export function isRequestUrl(text: string): boolean {
  if (text === '' || /\p{Cc}/u.test(text) || text.startsWith(':')) return false;
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(text)?.[0] ?? '';
  const [rest = ''] = text.slice(scheme.length).split('?', 1);
  if (!rest.startsWith('/')) return scheme !== '';
  if (/%(?![0-9A-Fa-f]{2})/.test(rest)) return false;
  const authority = rest.startsWith('//') && !(scheme === '' && rest.startsWith('///')) ? rest.slice(2) : '';
  const [host = ''] = authority.split('/', 1);
  const parts = /^(?:(.*)@)?(\[[0-9A-Fa-f:.%]+\]|[^:@[\]]*)(?::[0-9]*)?$/.exec(host);
  if (parts === null) return false;
  const [, user = '', name = ''] = parts;
  return /^[\w.~:!$&'()*+,;=%-]*$/.test(user) && (name.startsWith('[') || isHost(name));
}

function isHost(text: string): boolean {
  return /^(?:[\w.~!$&'()*+,;=<>"-]|\P{ASCII}|%25|%[89A-Fa-f][0-9A-Fa-f])*$/u.test(text);
}
