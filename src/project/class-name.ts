/** Names that the code of controllers, webhooks and conversions and their tests uses besides the class of the kind. */
export const codeNames: ReadonlySet<string> = new Set(
  [
    'AbortController Array Client Context DeepReadonly Defaulter Dependencies Hub JoinedTestEnvironment KubernetesObject',
    'Manager MapFunction Object PartialObjectMetadata Promise Rbac Reconciler Record Request Result Validator Warnings',
    'Webhook WebhookConfiguration',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Names that a class with decorators cannot have: the code to which esbuild compiles decorators uses them before the class
 * is declared.
 */
const neededByDecorators: ReadonlySet<string> = new Set(['Object', 'Symbol']);

/** Reports whether types of this project can be a class with the name of the kind. */
export function canBeClass(kind: string): boolean {
  return !neededByDecorators.has(typeNameOf(kind));
}

/** Returns the name of the class that declares a kind: the kind, in PascalCase. The API server accepts other kinds, too. */
export function typeNameOf(kind: string): string {
  return kind
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

/** Returns the name that the code of a kind has for its class: its own, or another one if the code uses that. */
export function classNameOf(kind: string): string {
  return nameInCode(typeNameOf(kind));
}

/** Returns the name that scaffolded code has for a declaration: its own, or another one if the code uses that. */
export function nameInCode(name: string): string {
  return codeNames.has(name) ? `${name}Resource` : name;
}

/** Returns the import of the class of a kind, under the name that the code has for it. */
export function classImportOf(kind: string): string {
  const [type, name] = [typeNameOf(kind), classNameOf(kind)];
  return name === type ? type : `${type} as ${name}`;
}

/** Returns the name that a file with the types of a kind has for what it imports from the runtime. */
export function nameBeside(kind: string, imported: string): string {
  return imported === typeNameOf(kind) ? `Runtime${imported}` : imported;
}

/** Returns the import of a name of the runtime into a file with the types of a kind. */
export function importBeside(kind: string, imported: string): string {
  const name = nameBeside(kind, imported);
  return name === imported ? imported : `${imported} as ${name}`;
}
