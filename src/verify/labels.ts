const name = /^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/;
const prefix = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/**
 * Whether a text is a name of 63 characters at most, alone or after a domain and a slash: the key of a label.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set
 */
export function isQualifiedName(key: string): boolean {
  const parts = key.split('/');
  return parts.length <= 2 && name.test(parts.at(-1)!) && (parts.length === 1 || prefix.test(parts[0]!.toLowerCase()));
}

/** Whether a label may have that value. */
export function isLabelValue(value: string): boolean {
  return value === '' || name.test(value);
}
