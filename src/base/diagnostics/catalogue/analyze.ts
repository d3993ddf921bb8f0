import { error, warning } from './entry.js';
import { markerDiagnostics } from './markers.js';
import { orMention, type Mention } from './mention.js';

export interface Field {
  /** The field, as a path from its type: `WebServerSpec.replicas`. */
  field: string;
}

/** Problems of the sources: types without a schema, and markers that cannot be applied. */
export const analyzeDiagnostics = {
  'syntax-error': error<{ message: string }>(
    ({ message }) => message,
    () => 'fix the syntax error; the file was not analyzed',
  ),
  'kind-file-missing': error<{ kind: string; file: string }>(
    ({ kind, file }) => `PROJECT lists the kind ${kind}, but ${file} does not exist`,
    ({ kind }) => `create the file, or remove the resource ${kind} from PROJECT`,
  ),
  'kind-class-missing': error<{ kind: string; apiVersion: string }>(
    ({ kind, apiVersion }) => `this file has no class ${kind} with @Resource for ${apiVersion}`,
    ({ kind }) =>
      `decorate the class: @Resource(groupVersion, { plural: '...' }) export class ${kind} extends CustomResource`,
  ),
  'controller-file-missing': error<{ kind: string; file: string; name: string }>(
    ({ kind, file, name }) => `PROJECT lists a controller of ${kind}, but neither ${file} nor another file has ${name}`,
    ({ kind, name }) =>
      `create the file, export ${name} from exactly one other file of src/, or set controller to false for ${kind} in PROJECT`,
  ),
  'webhook-file-missing': error<{ kind: string; file: string; name: string }>(
    ({ kind, file, name }) => `PROJECT lists webhooks of ${kind}, but neither ${file} nor another file has ${name}`,
    ({ kind, name }) =>
      `create the file, export ${name} from exactly one other file of src/, or remove webhooks from ${kind} in PROJECT`,
  ),
  'set-up-missing': error<{ kind: string; file: string; name: string; role: 'controller' | 'webhook' | 'conversion' }>(
    ({ kind, file, name, role }) =>
      `${file} does not export ${name}, and no other function can be identified as the set-up of the ${role} of ${kind}`,
    ({ name }) =>
      `export ${name} from this file or from exactly one other file of src/; if it is elsewhere under another name, write here: export { otherName as ${name} } from './other-file.js'`,
  ),
  'unusual-kind': warning<{ kind: string; instead: string }>(
    ({ kind }) => `the kind ${kind} is not in PascalCase, as kinds usually are`,
    ({ instead }) => instead,
  ),
  'not-a-custom-resource': error<{ kind: string }>(
    ({ kind }) => `${kind} has @Resource but does not extend CustomResource`,
    ({ kind }) => `write: class ${kind} extends CustomResource`,
  ),
  'duplicate-kind': error<{ kind: string; group: string; version: string }>(
    ({ kind, group, version }) => `the kind ${kind} of ${group}/${version} is declared twice`,
    () => 'remove one of the two classes',
  ),
  'conflicting-versions': error<{ kind: string; what: string; one: string; other: string }>(
    ({ kind, what, one, other }) => `the versions of ${kind} differ in ${what}: ${one} and ${other}`,
    ({ what }) => `${what} applies to the whole kind: use the same in every version`,
  ),
  'no-storage-version': error<{ kind: string; versions: string }>(
    ({ kind, versions }) => `${kind} has the versions ${versions}, but no storage version`,
    () => 'add @StorageVersion() to one of the classes',
  ),
  'multiple-storage-versions': error<{ kind: string; one: string; other: string }>(
    ({ kind, one, other }) => `${kind} has two storage versions, ${one} and ${other}`,
    () => 'keep @StorageVersion() on one of the classes',
  ),
  'no-served-version': error<{ kind: string; versions: string }>(
    ({ kind, versions }) => `no version of ${kind} is served: ${versions}`,
    () => 'remove @UnservedVersion() from one of the classes',
  ),
  'plural-taken': error<{ plural: string; group: string; kind: string; other: string }>(
    ({ plural, group, kind, other }) => `${kind} and ${other} both have the plural ${plural} in the group ${group}`,
    ({ kind }) => `give ${kind} another plural in @Resource and in PROJECT`,
  ),
  'project-mismatch': error<{ kind: string; what: string; here: string; project: string; setting: string }>(
    ({ kind, what, here, project }) => `@Resource gives ${kind} the ${what} ${here}, but PROJECT has ${project}`,
    ({ setting }) => `@Resource takes precedence: set ${setting} in PROJECT, or change it here`,
  ),

  'bare-number': error<Field>(
    ({ field }) => `${field} has the type number, which can be an integer or a float`,
    () => "use Int32, Int64 or Double from '@operator-gen/runtime/api'",
  ),
  'unresolved-type': error<Field & { type: string }>(
    ({ field, type }) => `the type ${type} of ${field} cannot be found`,
    () => 'declare it, import it, or correct its name',
  ),
  'unsupported-import': error<{ name: string; module: string; reason: string }>(
    ({ name, module, reason }) => `the type ${name} is imported from ${module}, which ${reason}`,
    () =>
      "import types from the project's own files, from other packages of its workspace, or from '@operator-gen/runtime/api' and '@operator-gen/runtime/k8s/<group>/<version>'",
  ),
  'any-type': error<Field & { type: string }>(
    ({ field, type }) => `${field} has the type ${type}, which has no schema`,
    () => 'use Json for any JSON value, or RawExtension for a whole Kubernetes object',
  ),
  'unsupported-type': error<Field & { type: string; instead: string }>(
    ({ field, type }) => `${field} is ${type}, which a schema does not support`,
    ({ instead }) => instead,
  ),
  'ambiguous-union': error<Field & { type: string }>(
    ({ field, type }) => `${field} is the union ${type}, whose members the API server cannot distinguish`,
    () =>
      'add a literal field that distinguishes the objects, or use one type with optional fields and @ExactlyOneOf; for plain values, use a union of literals, IntOrString or Json',
  ),
  'conflicting-union-field': error<Field & { name: string; discriminator: string }>(
    ({ field, name, discriminator }) =>
      `${field} is a union with the discriminator ${discriminator}, and ${name} differs between its members`,
    ({ name }) => `use the same type for ${name} in every member, or another name in each`,
  ),
  'union-field-default': error<Field & { name: string; discriminator: string }>(
    ({ field, name }) =>
      `${name} has a default, but belongs only to some members of the union ${field}: the others would get it too`,
    ({ name }) => `remove the default of ${name}, or add the field to every member`,
  ),
  'union-field-name': error<Field & { name: string; discriminator: string }>(
    ({ field, name }) =>
      `${name} is not a valid field name in CEL, so no rule can bind it to its member of the union ${field}`,
    () => 'rename the field: use letters, digits, underscores, dots, dashes and slashes, and do not start with a digit',
  ),
  'recursive-type': error<{ path: string }>(
    ({ path }) => `the type contains itself: ${path}`,
    () => 'mark the field with @PreserveUnknownFields(), change its type to Json, or refer to other objects by name',
  ),
  'nesting-too-deep': error<{ levels: number }>(
    ({ levels }) => `this is nested more than ${levels} levels deep`,
    () => 'refer to other objects by name, or change an inner part to Json',
  ),
  'invalid-record-key': error<Field & { type: string }>(
    ({ field, type }) => `the keys of ${field} have the type ${type}, but keys in JSON are strings`,
    () => 'use Record<string, ...>, or a union of string literals as keys',
  ),
  'duplicate-field': error<Field>(
    ({ field }) => `${field} is declared twice`,
    () => 'remove or rename one: both have the same JSON name',
  ),
  'duplicate-declaration': error<{ name: string }>(
    ({ name }) => `the name ${name} is declared twice in this file, and TypeScript does not merge the declarations`,
    () => 'remove or rename one of them: interfaces merge with interfaces and classes, enums with enums',
  ),
  'conflicting-declarations': error<{ name: string; what: string; one: string; other: string; first: string }>(
    ({ name, what, one, other, first }) =>
      `the declarations of ${name} differ in ${what}: ${one} at ${first}, and ${other} here`,
    ({ what }) => `all declarations of one name are one type: specify ${what} in one of them, or the same in each`,
  ),

  'not-a-literal': error<{ what: string; expression: string; meant?: string | undefined } & Mention>(
    ({ what, expression }) => `${what} is ${expression}, whose value cannot be read without running the code`,
    ({ meant, plain }) =>
      orMention(
        plain,
        meant === undefined
          ? 'use a literal, or a constant that is initialized with one'
          : `put text in quotes: ${meant}`,
      ),
  ),
  'default-not-a-literal': error<Field & { expression: string }>(
    ({ field, expression }) =>
      `the default of ${field} is ${expression}, whose value cannot be read without running the code`,
    ({ expression }) =>
      expression.startsWith('new ')
        ? 'give the field that class as its type, without arguments and without code in the constructor'
        : 'use a literal, or a constant that is initialized with one',
  ),
  'inexact-number': error<{ what: string; expression: string }>(
    ({ what, expression }) => `${what} is ${expression}, which JavaScript cannot represent exactly`,
    () => 'use a number of at most 15 digits, or a string',
  ),
  'value-too-large': error<{ what: string; expression: string }>(
    ({ what, expression }) => `${what} is ${expression}, a value with too many parts or characters`,
    () => 'use a shorter value: each constant that repeats another one can double its size',
  ),
  'compiler-failed': error<{ what: string; reason: string; isLate: boolean }>(
    ({ what, reason }) => `the TypeScript compiler cannot read ${what}: ${reason}`,
    ({ isLate }) =>
      `${isLate ? 'run the command again if the machine was busy; otherwise ' : ''}write out the types and constants: types and constants that expand themselves may never end`,
  ),
  'kind-too-large': error<Field & { schemas: number }>(
    ({ field, schemas }) => `the types of the kind are too large at ${field}: at most ${schemas} schemas are supported`,
    () => 'use fewer types that contain each other twice, refer to other objects by name, or change a field to Json',
  ),
  'duplicate-key': error<{ what: string; expression: string }>(
    ({ what, expression }) => `${what} has the key ${expression} twice`,
    () => 'keep one of the two',
  ),
  ...markerDiagnostics,
};
