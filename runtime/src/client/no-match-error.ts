/**
 * Error for a kind or resource that the API server does not serve; its CustomResourceDefinition may be missing.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#NoKindMatchError
 */
export class NoMatchError extends Error {
  override readonly name = 'NoMatchError';

  /**
   * @param what such as `kind "Foo"`
   * @param where such as `version "example.com/v1"`
   * @param others versions that do serve it, if any
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

/**
 * Reports whether an error is a NoMatchError. See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#IsNoMatchError
 */
export function isNoMatchError(error: unknown): boolean {
  return error instanceof NoMatchError;
}
