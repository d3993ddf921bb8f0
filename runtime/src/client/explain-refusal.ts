import { apiVersionOf, type ResourceInfo } from '../api/resource.js';
import { ApiError } from '../transport/api-error.js';
import { isForbidden } from './error-reasons.js';
import { isAnonymous } from '../transport/failure.js';
import { missingPermission } from './missing-permission.js';
import { NoMatchError } from './no-match-error.js';

/** Request, as error messages describe it. */
export interface AskedFor {
  readonly info: ResourceInfo;
  readonly subresource?: string | undefined;
  /** Label such as `update status of foos.example.com a/b`. */
  readonly label: string;
}

// Messages of the API server for a path where it serves nothing: one for paths in a served group, one for any other
// path.
const nothingServed = /(?:404 page not found|the server could not find the requested resource)$/;

// Message of the API server for a missing permission; an admission policy that rejects a request uses different words.
const notAllowed = /cannot (\w+) resource "([^"]+)" in API group "([^"]*)"/;

/**
 * Distinguishes a resource that is not served from an object that does not exist: both are answered with 404, and
 * upstream needs discovery to distinguish them. Also adds advice to the error of a forbidden request.
 * @returns the error for the caller
 */
export function explainRefusal(error: unknown, { info, subresource, label }: AskedFor): unknown {
  if (!(error instanceof ApiError)) return error;
  if (isForbidden(error)) return withHint(error, isAnonymous(error) ? undefined : adviceFor(error.message));
  if (error.code !== 404) return error;
  if (isUnserved(error)) {
    const part = subresource === undefined ? '' : `subresource "${subresource}" of `;
    return new NoMatchError(`${part}kind "${info.kind}"`, `version "${apiVersionOf(info)}"`, { label });
  }
  // The API server also answers this way for an existing custom resource if the kind lacks the subresource.
  const hint = subresource && `or the CustomResourceDefinition has no ${subresource} subresource`;
  return withHint(error, hint);
}

/** Reports whether the API server says that it serves nothing at a path. */
export function isUnserved(error: ApiError): boolean {
  return error.code === 404 && error.details?.name === undefined && nothingServed.test(error.message);
}

function adviceFor(message: string): string | undefined {
  const [, verb, resource = '', group = ''] = notAllowed.exec(message) ?? [];
  return verb === undefined ? undefined : missingPermission({ group, resource, verbs: [verb] });
}

function withHint(error: ApiError, hint: string | undefined): ApiError {
  return hint ? error.withHint(hint) : error;
}
