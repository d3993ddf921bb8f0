import { apiVersionOf, type ResourceInfo } from '../api/resource.js';
import { ApiError } from '../transport/api-error.js';
import { isForbidden } from './error-reasons.js';
import { isAnonymous } from '../transport/failure.js';
import { missingPermission } from './missing-permission.js';
import { NoMatchError } from './no-match-error.js';

/** What was asked for, in the words of errors. */
export interface AskedFor {
  readonly info: ResourceInfo;
  readonly subresource?: string | undefined;
  /** `update status of foos.example.com a/b` */
  readonly label: string;
}

// What the API server says of a path under which it serves nothing: of one in a group of its own, and of any other.
const nothingServed = /(?:404 page not found|the server could not find the requested resource)$/;

// What it says of somebody who lacks a permission; an admission policy that forbids something has other words.
const notAllowed = /cannot (\w+) resource "([^"]+)" in API group "([^"]*)"/;

/**
 * Tells a resource that is not served, which upstream is found out by discovery, from an object that is missing, since both
 * are answered with 404; and says what can be done about what is forbidden.
 * @returns the error that the caller is to get
 */
export function explainRefusal(error: unknown, { info, subresource, label }: AskedFor): unknown {
  if (!(error instanceof ApiError)) return error;
  if (isForbidden(error)) return withHint(error, isAnonymous(error) ? undefined : adviceFor(error.message));
  if (error.code !== 404) return error;
  if (isUnserved(error)) {
    const part = subresource === undefined ? '' : `subresource "${subresource}" of `;
    return new NoMatchError(`${part}kind "${info.kind}"`, `version "${apiVersionOf(info)}"`, { label });
  }
  // Of a custom resource that is there the API server says so too, when the kind has no such subresource.
  const hint = subresource && `or the CustomResourceDefinition has no ${subresource} subresource`;
  return withHint(error, hint);
}

/** Whether the API server says that it serves nothing at a path. */
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
