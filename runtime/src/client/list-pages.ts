import type { KubernetesObject } from '../api/object.js';
import type { List } from './stored.js';
import { UnexpectedAnswerError } from '../transport/unexpected-answer.js';

/** Pages that are not of one list: the server does not keep to what it promises of paging, or several servers answer. */
export class MixedPagesError extends UnexpectedAnswerError {}

/** A server may leave a page empty; one that answers with nothing else never comes to an end. */
const mostEmptyPages = 100;

/** Checks that pages are of one list, and that it comes to an end. */
export interface PageCheck {
  /** Whether the list was asked for in one piece. */
  readonly isWhole: boolean;
  /** Takes the next page. @throws MixedPagesError when it does not belong to those before */
  add(page: List<KubernetesObject>): void;
}

/** @param label what errors call the request */
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
      if (tokens.has(next) || empty > mostEmptyPages) refuse('the pages do not come to an end');
      tokens.add(next);
    },
  };
}
