import { apiGroupOf, type ProjectResource } from '../../../project/project.js';
import type { GoWebhook } from './go-webhooks.js';

const lists = ['groups', 'versions', 'resources', 'verbs', 'admissionReviewVersions'];
const texts = ['path', 'name', 'matchPolicy', 'reinvocationPolicy', 'serviceName', 'serviceNamespace', 'url'];
const numbers = ['timeoutSeconds', 'servicePort'];
const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  failurePolicy: { fail: 'Fail', ignore: 'Ignore' },
  sideEffects: { none: 'None', noneondryrun: 'NoneOnDryRun' },
};

/** A webhook as a decorator, and the arguments of its marker that have no equivalent. */
export interface WebhookText {
  readonly text: string;
  readonly unread: readonly string[];
}

/** The defaults of the API server for arguments that the markers of old versions of controller-gen do not have. */
const defaults: Readonly<Record<string, readonly string[]>> = {
  failurePolicy: ['fail'],
  sideEffects: ['None'],
  admissionReviewVersions: ['v1'],
};

/** Returns a marker as a decorator; undefined if it does not say what the webhook is for. */
export function webhookText({ given, more }: GoWebhook, resource: ProjectResource): WebhookText | undefined {
  const unread: string[] = [];
  const fields: string[] = [];
  const missing = Object.entries(defaults).filter(([name]) => !given.has(name));
  for (const [name, values] of [...given, ...missing]) {
    // The version of the objects that controller-gen writes: only one is left.
    if (name === 'webhookVersions' && values.every((each) => each === 'v1')) continue;
    const value = fieldText(name, values, resource);
    if (value === undefined) unread.push(`${name}=${values.join(';')}`);
    const usual = Object.hasOwn(defaults, name) ? fieldText(name, defaults[name]!, resource) : undefined;
    const written = value ?? usual;
    if (written !== undefined) fields.push(`  ${name}: ${written},`);
  }
  for (const [name, value] of Object.entries(more)) fields.push(`  ${name}: ${JSON.stringify(value)},`);
  const isWhole = ['name', ...lists].every((each) => given.has(each) || Object.hasOwn(defaults, each));
  return isWhole ? { text: ['@Webhook({', ...fields, '})'].join('\n'), unread } : undefined;
}

function fieldText(name: string, values: readonly string[], resource: ProjectResource): string | undefined {
  const [first = ''] = values;
  const isOwn = resource.api !== undefined && values.length === 1;
  if (name === 'mutating') return first === 'true' ? 'true' : 'false';
  if (name === 'groups' && isOwn && first === apiGroupOf(resource)) return '[groupVersion.group]';
  if (name === 'versions' && isOwn && first === resource.version) return '[groupVersion.version]';
  if (lists.includes(name)) return JSON.stringify(values);
  if (texts.includes(name)) return JSON.stringify(first);
  if (numbers.includes(name)) return /^\d{1,6}$/.test(first) ? first : undefined;
  const choice = Object.hasOwn(choices, name) ? choices[name]![first.toLowerCase()] : undefined;
  return choice && JSON.stringify(choice);
}

/** Returns the decorator with the name of the object for all mutating or all validating webhooks. */
export function configurationText(name: string, isMutating: boolean): string {
  return `@WebhookConfiguration({ mutating: ${isMutating}, name: ${JSON.stringify(name)} })\n`;
}

/** Imports the decorator for names if the code uses it. */
export function withImport(code: string): string {
  return code.includes('@WebhookConfiguration(')
    ? code.replace('import { Webhook } from', () => 'import { Webhook, WebhookConfiguration } from')
    : code;
}
