import { apiVersionOf, type ResourceInfo } from '../api/resource.js';
import { ApiError } from './api-error.js';
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

/**
 * Tells a resource that is not served from an object that is missing: both are answered with 404. Upstream the first is
 * found out by discovery, before the request is made.
 * @returns the error that the caller is to get
 */
export function explainNotFound(error: unknown, { info, subresource, label }: AskedFor): unknown {
  if (!(error instanceof ApiError) || error.code !== 404) return error;
  const { reason, details, message } = error;
  const isObject = details?.name !== undefined;
  if (!isObject && nothingServed.test(message)) {
    const part = subresource === undefined ? '' : `subresource "${subresource}" of `;
    return new NoMatchError(`${part}kind "${info.kind}"`, `version "${apiVersionOf(info)}"`, { label });
  }
  if (subresource === undefined) return error;
  // Of a custom resource that is there the API server says so too, when the kind has no such subresource.
  const hint = `or the CustomResourceDefinition has no ${subresource} subresource`;
  return new ApiError({ code: error.code, reason, message, ...(details && { details }) }, undefined, hint);
}
