const declaration =
  /^export\s+(?:(?:default|async|abstract|declare)\s+)*(?:class|function|const|let|interface|type|enum)\s+(\w+)/gm;

/** Returns the names of the declarations that code exports. */
export function exportedNames(text: string): readonly string[] {
  return Array.from(text.matchAll(declaration), ([, name]) => name!);
}

/**
 * Reports whether code that a user has at the path of a new scaffolded file can take its place: it exports the same names, as
 * code does that a command has kept because it was edited. Tests take the place of any others; set-ups of webhooks that of others for
 * the same kind, whatever they and their classes are called.
 */
export function takesPlaceOf(path: string, existing: string, content: string): boolean {
  if (!/^src\/.*\.ts$/.test(path)) return false;
  if (path.endsWith('.test.ts')) return true;
  const [served] = servedKinds(existing);
  if (path.endsWith('.webhook.ts') && served !== undefined) return served === servedKinds(content)[0];
  const [wanted, there] = [exportedNames(content), new Set(exportedNames(existing))];
  return wanted.length > 0 && wanted.every((name) => there.has(name));
}

/** Returns the classes of the kinds for which code sets up webhooks. */
export function servedKinds(text: string): readonly string[] {
  return Array.from(text.matchAll(/\bwebhookManagedBy\(\w+\)\s*\.for\((\w+)\)/g), ([, kind]) => kind!);
}
