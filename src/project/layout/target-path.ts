/**
 * Returns the path in the project for a template's path: a leading underscore stands for a dot, because npm would not
 * pack such a file, and `__name__` for a value of the context; a folder whose value is empty is omitted.
 */
export function targetPath(path: string, context: object): string {
  return path
    .replace(/\.hbs$/, '')
    .split('/')
    .map((part) =>
      part.replace(/^_(?!_)/, '.').replaceAll(/__([a-zA-Z]+)__/g, (_, name: string) => valueOf(context, name)),
    )
    .map((part) => part.replace(/\/$/, ''))
    .filter((part) => part !== '')
    .join('/');
}

function valueOf(context: object, name: string): string {
  const value: unknown = Object.hasOwn(context, name) ? (context as Record<string, unknown>)[name] : undefined;
  if (typeof value !== 'string')
    throw new TypeError(`a template's path names ${name}, which is not a string in its context`);
  return value;
}
