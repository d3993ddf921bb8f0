/** Returns the package of an import specifier: `@example/certs` for `@example/certs/v1`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * Reports whether a path is a valid import specifier of a package or of a file in one.
 * https://docs.npmjs.com/cli/configuring-npm/package-json#name
 */
export function isModule(path: string): boolean {
  return /^(?:@[a-z0-9][\w.~-]*\/)?[a-z0-9][\w.~-]*(?:\/[\w.~-]+)*$/.test(path);
}
