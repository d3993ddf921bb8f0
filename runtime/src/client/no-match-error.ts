/**
 * Thrown when the API server serves no such kind or resource: its CustomResourceDefinition may be missing.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#NoKindMatchError
 */
export class NoMatchError extends Error {
  override readonly name = 'NoMatchError';

  /**
   * @param what `kind "Foo"`
   * @param where `version "example.com/v1"`
   * @param others the versions in which it is served, if any
   */
  constructor(
    what: string,
    where: string,
    { others = [], label }: { others?: readonly string[]; label?: string } = {},
  ) {
    const why =
      others.length > 0
        ? `it is served in ${others.join(', ')}`
        : 'the API server serves none; its CustomResourceDefinition may not be installed';
    super(`${label === undefined ? '' : `${label}: `}no matches for ${what} in ${where}: ${why}`);
  }
}

/** https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#IsNoMatchError */
export function isNoMatchError(error: unknown): boolean {
  return error instanceof NoMatchError;
}
