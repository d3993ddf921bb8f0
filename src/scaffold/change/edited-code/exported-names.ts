const declaration =
  /^export\s+(?:(?:default|async|abstract|declare)\s+)*(?:class|function|const|let|interface|type|enum)\s+(\w+)/gm;

/** Returns the names of the declarations that code exports. */
export function exportedNames(text: string): readonly string[] {
  return Array.from(text.matchAll(declaration), ([, name]) => name!);
}

/**
 * Reports whether a user's code at the path of a new scaffolded file can replace that file: it exports the same names,
 * like code that a command kept because it was edited. Tests can replace any tests; set-up functions of webhooks can
 * replace those for the same kind, regardless of their names and those of the classes.
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
