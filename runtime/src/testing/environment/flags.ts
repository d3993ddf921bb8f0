/** Command line flags without their dashes. A value of undefined removes a default. */
export type Flags = Readonly<Record<string, string | undefined>>;

/** Converts flags to arguments: `{ a: '1', b: undefined }` becomes `['--a=1']`. */
export function toArguments(flags: Flags): string[] {
  return Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
}
