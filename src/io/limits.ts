const mebibyte = 1024 * 1024;

/** How many bytes the files that one run reads may have in all. */
export const totalLimit = 256 * mebibyte;

/**
 * How many folders of a project may be inside each other. Every path names all folders above, so the time that is spent on paths
 * grows with the square of the depth.
 */
export const deepestFolder = 256;

/**
 * How many bytes a file may have. The largest object that an API server stores has 1.5 MiB, and YAML is the slowest format to
 * parse; a generated declaration file of TypeScript can have several megabytes.
 */
export function limitOf(path: string): number {
  if (/(?:^|[\\/])PROJECT$/.test(path)) return mebibyte;
  return /\.ya?ml$/i.test(path) ? 4 * mebibyte : 16 * mebibyte;
}

/** How many characters a source file may have that is analyzed: with 10 million the compiler takes more than a minute. */
export const analyzedLimit = 2 * mebibyte;
