/** Command line flags without their dashes. A value of undefined takes a default away. */
export type Flags = Readonly<Record<string, string | undefined>>;

/** `{ a: '1', b: undefined }` as `['--a=1']`. */
export function toArguments(flags: Flags): string[] {
  return Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
}
