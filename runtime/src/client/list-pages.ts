import type { KubernetesObject } from '../api/object.js';
import type { List } from './stored.js';
import { UnexpectedAnswerError } from '../transport/unexpected-answer.js';

/**
 * Error for pages that do not belong to the same list: the server violates the paging contract, or several servers
 * answer.
 */
export class MixedPagesError extends UnexpectedAnswerError {}

/** A server can return empty pages, but one that returns nothing else would never finish. */
const mostEmptyPages = 100;

/** Checks that pages belong to the same list, and that the list ends. */
export interface PageCheck {
  /** Whether the list was requested in one piece. */
  readonly isWhole: boolean;
  /**
   * Adds the next page.
   * @throws MixedPagesError if it does not belong to the previous pages
   */
  add(page: List<KubernetesObject>): void;
}

/**
 * Creates a check for the pages of one list.
 * @param label name of the request in error messages
 */
export function createPageCheck(label: string, isWhole = false): PageCheck {
  const tokens = new Set<string>();
  const seen = new Set<string>();
  let version: string | undefined;
  let empty = 0;
  const refuse = (why: string): never => {
    throw new MixedPagesError(`${label}: ${why}`);
  };
  return {
    isWhole,
    add: ({ items, resourceVersion, continue: next }) => {
      // https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks: "the
      // resourceVersion of the list remains constant across each request"
      if (version !== undefined && version !== resourceVersion)
        refuse(`a page is of version ${resourceVersion}, and the list of version ${version}`);
      version = resourceVersion;
      for (const { metadata } of items) {
        const key = `${metadata.namespace ?? ''}/${metadata.name}`;
        if (seen.has(key)) refuse(`the list has ${key} twice`);
        seen.add(key);
      }
      if (next === undefined) return;
      empty = items.length === 0 ? empty + 1 : 0;
      if (tokens.has(next) || empty > mostEmptyPages) refuse('the pages do not end');
      tokens.add(next);
    },
  };
}
