/** Names that the code of controllers, webhooks, conversions and their tests uses in addition to the class of the kind. */
export const codeNames: ReadonlySet<string> = new Set(
  [
    'AbortController Array Client Context DeepReadonly Defaulter Dependencies Hub JoinedTestEnvironment KubernetesObject',
    'Manager MapFunction Object PartialObjectMetadata Promise Rbac Reconciler Record Request Result Validator Warnings',
    'Webhook WebhookConfiguration',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Names that a class with decorators cannot have: esbuild compiles decorators to code that uses them before the class
 * is declared.
 */
const neededByDecorators: ReadonlySet<string> = new Set(['Object', 'Symbol']);

/** Reports whether the name of the kind can be the name of a class in the types of this project. */
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

/** Returns the name of a kind's class in scaffolded code: the name of the class, or another one if the code already uses it. */
export function classNameOf(kind: string): string {
  return nameInCode(typeNameOf(kind));
}

/** Returns the name of a declaration in scaffolded code: its own, or another one if the code already uses it. */
export function nameInCode(name: string): string {
  return codeNames.has(name) ? `${name}Resource` : name;
}

/** Returns the import of a kind's class, under its name in the code. */
export function classImportOf(kind: string): string {
  const [type, name] = [typeNameOf(kind), classNameOf(kind)];
  return name === type ? type : `${type} as ${name}`;
}

/** Returns the name under which a file with the types of a kind imports a name of the runtime. */
export function nameBeside(kind: string, imported: string): string {
  return imported === typeNameOf(kind) ? `Runtime${imported}` : imported;
}

/** Returns the import specifier for a name of the runtime in a file with the types of a kind. */
export function importBeside(kind: string, imported: string): string {
  const name = nameBeside(kind, imported);
  return name === imported ? imported : `${imported} as ${name}`;
}
