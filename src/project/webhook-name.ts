import { sha256 } from '../io/sha256.js';

/** What the name of a webhook is made of. */
export interface WebhookNameParts {
  /** `mutate` or `validate`. */
  readonly verb: 'mutate' | 'validate';
  /** The group with a dash, where the groups of the project have folders of their own; empty otherwise. */
  readonly groupDash: string;
  readonly kindLower: string;
  readonly version: string;
  readonly domain: string;
  readonly projectName: string;
}

/** What the API server allows. */
const longest = 253;
/** What names end in that earlier versions of the tool made. It is a domain of the Kubernetes project. */
const oldDomain = 'kb.io';

/**
 * Returns the name of a webhook, in the domain of the project: `mwebserver-v1.my.domain`. The API server wants a domain name of
 * at least three parts; one that would be too long ends its first part in a hash.
 */
export function webhookName(parts: WebhookNameParts): string {
  const first = firstPart(parts);
  const suffix = suffixOf(parts);
  const room = longest - suffix.length - 1;
  if (first.length <= room) return `${first}.${suffix}`;
  const hash = sha256(first).slice(0, 8);
  const start = first.slice(0, room - hash.length - 1).replace(/(?<![^a-z0-9])[^a-z0-9]+$/, '');
  return `${start}-${hash}.${suffix}`;
}

/** Returns the name that earlier versions of the tool gave to a webhook. What is deployed under it keeps it. */
export function oldWebhookName(parts: WebhookNameParts): string {
  return `${firstPart(parts)}.${oldDomain}`;
}

function firstPart({ verb, groupDash, kindLower, version }: WebhookNameParts): string {
  return `${verb.charAt(0)}${groupDash}${kindLower}-${version}`;
}

/** The domain, or as many of its last parts as leave room for a name; two parts at least, the project's name before a single one. */
function suffixOf({ domain, projectName }: WebhookNameParts): string {
  const labels = domain.split('.');
  while (labels.join('.').length > longest - 100) labels.shift();
  if (labels.length === 0) labels.push('operator');
  return (labels.length === 1 ? [projectName, ...labels] : labels).join('.');
}
