/** Returns the package of an import specifier: `@example/certs` for `@example/certs/v1`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Reports whether a path is that of imported types in the project: `./src/external/example.com/v1/foo.types.ts`. */
export function isLocalTypes(path: string): boolean {
  return /^\.\/src\/external\/(?:[\w-][\w.-]*\/)+[\w-][\w.-]*\.ts$/.test(path);
}

/**
 * Reports whether a path is a valid import specifier of a package or of a file in one.
 * https://docs.npmjs.com/cli/configuring-npm/package-json#name
 */
export function isModule(path: string): boolean {
  return /^(?:@[a-z0-9][\w.~-]*\/)?[a-z0-9][\w.~-]*(?:\/[\w.~-]+)*$/.test(path);
}

/**
 * Reports whether a text is a package with a version that `npm install` accepts, and that can be written to package.json
 * unchanged: `@example/certs@1.2.3` for the specifier `@example/certs/v1`.
 */
export function isPackageVersion(text: string, specifier: string): boolean {
  const name = packageOf(specifier);
  return text.startsWith(`${name}@`) && /^[^\s"\\]+$/.test(text.slice(name.length + 1));
}
