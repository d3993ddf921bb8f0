/**
 * Reports whether a string is a valid label key or finalizer: a name of at most 63 characters, alone or after a DNS
 * subdomain and a slash.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 */
export function isQualifiedName(key: string): boolean {
  const parts = key.split('/');
  return parts.length <= 2 && isName(parts.at(-1)!) && (parts.length === 1 || isSubdomain(parts[0]!));
}

/** Reports whether a string is a valid annotation key, whose domain can contain capitals. */
export function isAnnotationKey(key: string): boolean {
  return isQualifiedName(key.toLowerCase());
}

/** Reports whether a string is a valid label value. */
export function isLabelValue(value: string): boolean {
  return value === '' || isName(value);
}

/** Reports whether a string is a DNS subdomain (RFC 1123) of at most 253 characters. */
export function isSubdomain(text: string): boolean {
  return text.length <= 253 && text.split('.').every(isDnsPart);
}

/** Reports whether a string is a DNS label (RFC 1123) of at most 63 characters, such as the name of a namespace. */
export function isDnsLabel(text: string): boolean {
  return text.length <= 63 && isDnsPart(text);
}

/** Reports whether a string is a DNS label that starts with a letter (RFC 1035). */
export function isDnsLabelWithLetter(text: string): boolean {
  return isDnsLabel(text) && /^[a-z]/.test(text);
}

/** Maximum size of the keys and values of all annotations of an object together, in bytes. */
export const mostAnnotationBytes = 262_144;

/** Returns the size of annotations in bytes as the API server counts it: that of keys and values. */
export function bytesOfAnnotations(annotations: Readonly<Record<string, string>>): number {
  return Object.entries(annotations).reduce((sum, [key, value]) => sum + Buffer.byteLength(key + value), 0);
}

function isDnsPart(text: string): boolean {
  return /^[-a-z0-9]+$/.test(text) && !text.startsWith('-') && !text.endsWith('-');
}

function isName(text: string): boolean {
  return text.length <= 63 && /^[A-Za-z0-9_.-]+$/.test(text) && /^[A-Za-z0-9]/.test(text) && /[A-Za-z0-9]$/.test(text);
}

/** Reports whether the API server accepts a webhook path: each part must be a valid subdomain. */
export function isWebhookPath(path: string): boolean {
  if (path === '/') return true;
  return path.startsWith('/') && path.slice(1).replace(/\/$/, '').split('/').every(isSubdomain);
}
