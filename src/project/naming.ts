import { diagnostic, type Diagnostic } from '../base/diagnostics/diagnostic.js';
import { canBeClass, codeNames, typeNameOf } from './class-name.js';
import { isCommand, isImage } from './image-rules.js';
import { apiGroupOf, type ProjectResource } from './project.js';

/** A rule for names, with a label for messages and, where possible, a valid alternative. */
interface NameRule {
  readonly what: string;
  readonly rule: string;
  readonly accepts: (name: string) => boolean;
  readonly mend: (name: string) => string;
  /** Returns the rule that applies if a valid name is already used for something else; undefined for any other name. */
  readonly taken?: (name: string) => string | undefined;
  /** A name that satisfies the rule. */
  readonly example: string;
}

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const labelStartingWithLetter = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

const mendLabel = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 63);

// https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
const subdomain: Omit<NameRule, 'what'> = {
  example: 'example.com',
  rule: 'use lower-case letters, digits and dashes, separated by dots, at most 253 characters',
  accepts: (name) => name.length <= 253 && name.split('.').every((part) => label.test(part)),
  mend: (name) => name.split('.').map(mendLabel).filter(Boolean).join('.'),
};

/** The rule for all names that users can write instead of the plural of a kind. */
const resourceName: Omit<NameRule, 'what' | 'example'> = {
  rule: 'use lower-case letters, digits and dashes, start with a letter, at most 63 characters',
  accepts: (name) => name.length <= 63 && labelStartingWithLetter.test(name),
  mend: (name) => mendLabel(name).replace(/^[0-9-]+/, ''),
};

const kindRule = 'use PascalCase letters and digits, at most 59 characters';

export const nameRules = {
  domain: { what: 'domain', ...subdomain },
  group: { what: 'API group', ...subdomain },
  /** Group and domain, joined by a dot. */
  apiGroup: {
    example: 'apps.example.com',
    what: 'API group',
    rule: 'use a domain with at least one dot, at most 253 characters; without --group, the group is the domain',
    accepts: (name) => subdomain.accepts(name) && name.includes('.'),
    mend: subdomain.mend,
  },
  crdName: {
    example: 'webservers.example.com',
    what: 'CustomResourceDefinition name',
    rule: 'the plural and the API group, joined by a dot, can have at most 253 characters',
    accepts: subdomain.accepts,
    mend: () => '',
  },
  projectName: {
    example: 'webserver-operator',
    what: 'project name',
    // The longest name derived from it is `<project>-controller-manager-metrics-service`.
    rule: 'use lower-case letters, digits and dashes, start and end with a letter or digit, at most 50 characters',
    accepts: (name) => name.length <= 50 && label.test(name),
    mend: (name) => mendLabel(name).slice(0, 50).replace(/-$/, ''),
  },
  version: {
    example: 'v1alpha1',
    what: 'API version',
    rule: 'use lower-case letters, digits and dashes, start with a letter, at most 63 characters',
    accepts: (name) => name.length <= 63 && labelStartingWithLetter.test(name),
    mend: (name) => {
      const [, major, stage, minor] =
        /^v?(\d+)(?:(alpha|beta)(\d*))?$/.exec(name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')) ?? [];
      if (major === undefined) return '';
      return `v${major}${stage === undefined ? '' : `${stage}${minor === '' ? '1' : minor}`}`;
    },
  },
  /** An existing kind, which must only satisfy the rule of Kubernetes. */
  className: {
    example: 'WebServer',
    what: 'kind',
    rule: 'use letters, digits and dashes, start with a letter, at most 63 characters',
    accepts: (name) => name.length <= 63 && labelStartingWithLetter.test(name.toLowerCase()),
    mend: pascalCase,
  },
  /** A kind to be scaffolded. */
  kind: {
    example: 'WebServer',
    what: 'kind',
    rule: kindRule,
    accepts: (name) => isKindName(name) && canBeClass(name),
    mend: pascalCase,
    taken: (name) => (isKindName(name) ? 'use another name: compiled markers use Object and Symbol' : undefined),
  },
  /**
   * The name of a controller that is not named after its kind. It determines the file and, in PascalCase, the class.
   */
  controllerName: {
    example: 'web-server',
    what: 'controller name',
    rule: 'use lower-case letters, digits and dashes, start with a letter, at most 63 characters',
    accepts: (name) => name.length <= 63 && labelStartingWithLetter.test(name),
    mend: (name) =>
      mendLabel(name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-'))
        .replace(/^[0-9-]+/, '')
        .replace(/-$/, ''),
  },
  /** Like `kind`, for a controller that runs Pods of an image. */
  kindWithImage: {
    example: 'WebServer',
    what: 'kind',
    rule: kindRule,
    accepts: (name) => isKindName(name) && !codeNames.has(name) && !importedWithImage.has(name),
    mend: pascalCase,
    taken: (name) => (isKindName(name) ? 'use another name: the generated code imports this one' : undefined),
  },
  plural: { what: 'plural', example: 'webservers', ...resourceName },
  singular: { what: 'singular', example: 'webserver', ...resourceName },
  shortName: { what: 'short name', example: 'ws', ...resourceName },
  category: { what: 'category', example: 'all', ...resourceName },
  listKind: {
    example: 'WebServerList',
    what: 'list kind',
    rule: 'use letters, digits and dashes, start with a letter, at most 63 characters',
    accepts: (name) => name.length <= 63 && labelStartingWithLetter.test(name.toLowerCase()),
    mend: pascalCase,
  },
  image: {
    example: 'registry.example.com/app:1.2',
    what: 'image',
    rule: 'use a lower-case name, optionally with a registry, a tag or a digest: registry.example.com/app:1.2',
    accepts: isImage,
    mend: (name) => name.trim(),
  },
  containerCommand: {
    example: 'serve,--port,8080',
    what: 'command',
    rule: 'use a program and its arguments, separated by commas, not empty and without line breaks',
    accepts: isCommand,
    mend: () => '',
  },
  containerPort: {
    example: '8080',
    what: 'port',
    rule: 'use a whole number from 1 to 65535',
    accepts: isWholeNumber(1, 65_535),
    mend: () => '',
  },
  runAsUser: {
    example: '1001',
    what: 'user',
    rule: 'use a whole number from 0 to 2147483647',
    accepts: isWholeNumber(0, 2_147_483_647),
    mend: () => '',
  },
} as const satisfies Record<string, NameRule>;

function isWholeNumber(least: number, most: number): (text: string) => boolean {
  return (text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
}

function pascalCase(name: string): string {
  const parts = name.split(/[^A-Za-z0-9]+/).map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return parts.join('').replace(/^\d+/, '');
}

/** Reports whether a kind is written in PascalCase, as kinds usually are. */
export function isPascalCase(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]*$/.test(name);
}

// A label has at most 63 characters, and the kind of the list is `<kind>List`.
function isKindName(name: string): boolean {
  return name.length <= 59 && isPascalCase(name);
}

// Additional names that the templates of a kind with an image import or use.
const importedWithImage = new Set([
  ...['CustomResource', 'Resource', 'Condition', 'Int32', 'ListMapKey', 'ListType', 'Minimum', 'StatusSubresource'],
  ...['Container', 'Deployment', 'Error', 'EventRecorder', 'Maximum', 'Needs', 'NewCondition', 'NonNullable', 'Owner'],
  ...['Stored', 'String', 'Symbol', 'Wanted'],
]);

export type NameKind = keyof typeof nameRules;

/** Returns the rule that a name breaks, and a similar valid name, if there is one; undefined for a valid name. */
export function brokenRule(
  kind: NameKind,
  name: string,
): { readonly rule: string; readonly instead: string | undefined } | undefined {
  const { accepts, mend, rule, taken }: NameRule = nameRules[kind];
  if (accepts(name)) return undefined;
  const mended = mend(name);
  return { rule: taken?.(name) ?? rule, instead: mended !== name && accepts(mended) ? mended : undefined };
}

/** Returns the problem with a name, or undefined. `flag` is the flag or the key of PROJECT that the name came from. */
export function checkName(kind: NameKind, flag: string, value: string): Diagnostic | undefined {
  const broken = brokenRule(kind, value);
  if (broken === undefined) return undefined;
  const { what, example } = nameRules[kind];
  return diagnostic('invalid-name', { flag, value, what, ...broken, example });
}

/**
 * Returns a warning for groups reserved for the Kubernetes project:
 * https://github.com/kubernetes/enhancements/pull/1111.
 */
export function protectedGroup(apiGroup: string): Diagnostic | undefined {
  return /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(apiGroup) ? diagnostic('protected-group', { apiGroup }) : undefined;
}

/** Returns a group that was given with its domain, without that domain; undefined if it does not end in the domain. */
export function withoutDomain(group: string, domain: string): string | undefined {
  if (domain === '' || (group !== domain && !group.endsWith(`.${domain}`))) return undefined;
  return group.slice(0, -domain.length).replace(/\.$/, '');
}

/** Returns a warning for a group that was given with its domain, which operator-gen adds. */
export function doubledDomain(resource: Pick<ProjectResource, 'group' | 'domain'>): Diagnostic | undefined {
  const { group = '', domain } = resource;
  const short = withoutDomain(group, domain);
  if (short === undefined) return undefined;
  return diagnostic('doubled-domain', { apiGroup: apiGroupOf(resource), group, domain, short });
}

/** Returns the variable name of a version: `v1beta1`, or `v1New` for `v1-new`. */
export function versionVariable(version: string): string {
  const [first = '', ...others] = version.split('-');
  const name = first + others.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  return takenNames.has(name) ? `${name}Version` : name;
}

/** Returns the variable name of a kind: `webServer`, `httpRoute`. */
export function variableOf(kind: string): string {
  // Consecutive capitals form one word, and the last of them starts the next word.
  const name = typeNameOf(kind).replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+(?![a-z])|^[A-Z]/, (word) => word.toLowerCase());
  return takenNames.has(name) ? `${name}Object` : name;
}

// Lowercase reserved words of JavaScript, and names that the templates use themselves.
const takenNames = new Set([
  ...['arguments', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete'],
  ...['do', 'else', 'enum', 'eval', 'export', 'extends', 'false', 'finally', 'for', 'function', 'if', 'implements'],
  ...['import', 'in', 'instanceof', 'interface', 'let', 'new', 'null', 'package', 'private', 'protected', 'public'],
  ...['return', 'static', 'super', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'undefined', 'var', 'void'],
  ...['while', 'with', 'yield', 'log', 'request', 'old', 'validator', 'defaulted', 'describe', 'expect', 'it'],
  ...['readObject', 'structuredClone', 'signal', 'owner', 'name', 'namespace'],
]);

/**
 * Returns the prefix for the names of a controller's class and functions: `WebServer`, or `CaptainBackup` for
 * `captain-backup`.
 */
export function controllerClass({ kind }: { readonly kind: string }, { name }: { readonly name?: string }): string {
  return typeNameOf(name ?? kind);
}
