const mebibyte = 1024 * 1024;

/** Maximum total size of the files that one run reads, in bytes. */
export const totalLimit = 256 * mebibyte;

/**
 * Maximum nesting depth of folders in a project. Every path contains all its parents, so the time spent on paths grows
 * quadratically with the depth.
 */
export const deepestFolder = 256;

/**
 * Returns the maximum size of a file, in bytes. The largest object that an API server stores is 1.5 MiB, and YAML is
 * the slowest format to parse; a generated TypeScript declaration file can have several megabytes.
 */
export function limitOf(path: string): number {
  if (/(?:^|[\\/])PROJECT$/.test(path)) return mebibyte;
  return /\.ya?ml$/i.test(path) ? 4 * mebibyte : 16 * mebibyte;
}

/**
 * Maximum length of a source file to be analyzed, in characters: with 10 million the compiler takes more than a minute.
 */
export const analyzedLimit = 2 * mebibyte;
