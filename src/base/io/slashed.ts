/**
 * Returns a path with forward slashes. A backslash separates folders only on Windows; elsewhere it is part of a name.
 */
export function slashed(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}
