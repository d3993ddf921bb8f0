/**
 * Reports whether a text is the key of a label, or a finalizer: a name of 63 characters at most, alone or after a DNS subdomain
 * and a slash. https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 */
export function isQualifiedName(key: string): boolean {
  const parts = key.split('/');
  return parts.length <= 2 && isName(parts.at(-1)!) && (parts.length === 1 || isSubdomain(parts[0]!));
}

/** Reports whether a text is the key of an annotation, whose domain may have capitals. */
export function isAnnotationKey(key: string): boolean {
  return isQualifiedName(key.toLowerCase());
}

/** Reports whether a label may have that value. */
export function isLabelValue(value: string): boolean {
  return value === '' || isName(value);
}

/** Reports whether a text is a DNS subdomain (RFC 1123) of 253 characters at most. */
export function isSubdomain(text: string): boolean {
  return text.length <= 253 && text.split('.').every(isDnsPart);
}

/** Reports whether a text is a DNS label (RFC 1123) of 63 characters at most: the name of a namespace, for example. */
export function isDnsLabel(text: string): boolean {
  return text.length <= 63 && isDnsPart(text);
}

/** Reports whether a text is a DNS label that begins with a letter (RFC 1035). */
export function isDnsLabelWithLetter(text: string): boolean {
  return isDnsLabel(text) && /^[a-z]/.test(text);
}

/** The most bytes that the keys and values of all annotations of an object have together. */
export const mostAnnotationBytes = 262_144;

/** The bytes of keys and values, as the API server counts annotations. */
export function bytesOfAnnotations(annotations: Readonly<Record<string, string>>): number {
  return Object.entries(annotations).reduce((sum, [key, value]) => sum + Buffer.byteLength(key + value), 0);
}

function isDnsPart(text: string): boolean {
  return /^[-a-z0-9]+$/.test(text) && !text.startsWith('-') && !text.endsWith('-');
}

function isName(text: string): boolean {
  return text.length <= 63 && /^[A-Za-z0-9_.-]+$/.test(text) && /^[A-Za-z0-9]/.test(text) && /[A-Za-z0-9]$/.test(text);
}
