import { error, warning } from './entry.js';

export interface Field {
  /** The field, as a path from its type: `WebServerSpec.replicas`. */
  field: string;
}

/** Problems of the sources: types without a schema, and markers that cannot be applied. */
export const analyzeDiagnostics = {
  'syntax-error': error<{ message: string }>(
    ({ message }) => message,
    () => 'correct the syntax; the file was not analysed',
  ),
  'kind-file-missing': error<{ kind: string; file: string }>(
    ({ kind, file }) => `PROJECT lists the kind ${kind}, but ${file} is not there`,
    ({ kind }) => `write the file, or remove the resource ${kind} from PROJECT`,
  ),
  'kind-class-missing': error<{ kind: string; apiVersion: string }>(
    ({ kind, apiVersion }) => `there is no class ${kind} with @Resource for ${apiVersion} in this file`,
    ({ kind }) =>
      `decorate the class: @Resource(groupVersion, { plural: '...' }) export class ${kind} extends CustomResource`,
  ),
  'controller-file-missing': error<{ kind: string; file: string }>(
    ({ kind, file }) => `PROJECT says that ${kind} has a controller, but ${file} is not there`,
    ({ kind }) => `write the file, or set controller to false for ${kind} in PROJECT`,
  ),
  'webhook-file-missing': error<{ kind: string; file: string }>(
    ({ kind, file }) => `PROJECT says that ${kind} has webhooks, but ${file} is not there`,
    ({ kind }) => `write the file, or take webhooks away from ${kind} in PROJECT`,
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
    ({ kind, what, one, other }) => `the versions of ${kind} disagree about ${what}: ${one} and ${other}`,
    ({ what }) => `${what} belongs to the whole kind: say the same in every version`,
  ),
  'no-storage-version': error<{ kind: string; versions: string }>(
    ({ kind, versions }) => `${kind} has the versions ${versions}, and none says that objects are stored in it`,
    () => 'add @StorageVersion() to one of the classes',
  ),
  'multiple-storage-versions': error<{ kind: string; one: string; other: string }>(
    ({ kind, one, other }) => `objects of ${kind} cannot be stored in two versions, ${one} and ${other}`,
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
  'project-mismatch': error<{ kind: string; what: string; here: string; project: string }>(
    ({ kind, what, here, project }) => `@Resource gives ${kind} the ${what} ${here}, PROJECT says ${project}`,
    ({ what, here }) => `@Resource decides: write ${what} ${here} into PROJECT, or change it here`,
  ),

  'bare-number': error<Field>(
    ({ field }) => `${field} is a plain number, which does not say whether it is whole`,
    () => "write Int32, Int64 or Double, from '@operator-gen/runtime/api'",
  ),
  'unresolved-type': error<Field & { type: string }>(
    ({ field, type }) => `the type ${type} of ${field} cannot be found`,
    () => 'declare it, import it, or correct its name',
  ),
  'unsupported-import': error<{ name: string; module: string; reason: string }>(
    ({ name, module, reason }) => `the type ${name} is imported from ${module}, which ${reason}`,
    () =>
      "types come from the project's own files, from other packages of its workspace, and from '@operator-gen/runtime/api' and '@operator-gen/runtime/k8s/<group>/<version>'",
  ),
  'any-type': error<Field & { type: string }>(
    ({ field, type }) => `${field} is ${type}, for which there is no schema`,
    () => 'write Json for any JSON value, or RawExtension for a whole Kubernetes object',
  ),
  'unsupported-type': error<Field & { type: string; instead: string }>(
    ({ field, type }) => `${field} is ${type}, which a schema cannot say`,
    ({ instead }) => instead,
  ),
  'ambiguous-union': error<Field & { type: string }>(
    ({ field, type }) => `${field} is the union ${type}, and the API server could not tell its members apart`,
    () =>
      'give objects a literal field that tells them apart, or write one type with optional fields and @ExactlyOneOf; for plain values write a union of literals, IntOrString or Json',
  ),
  'conflicting-union-field': error<Field & { name: string; discriminator: string }>(
    ({ field, name, discriminator }) =>
      `${field} is a union told apart by ${discriminator}, and ${name} is not the same in each of its members`,
    ({ name }) => `give ${name} the same type everywhere, or another name in each member`,
  ),
  'union-field-default': error<Field & { name: string; discriminator: string }>(
    ({ field, name }) =>
      `${name} has a default and belongs to some members of the union ${field} only: it would be filled in for the others too`,
    ({ name }) => `remove the default of ${name}, or give the field to every member`,
  ),
  'union-field-name': error<Field & { name: string; discriminator: string }>(
    ({ field, name }) => `CEL has no name for ${name}, so no rule can bind it to its member of the union ${field}`,
    () => 'rename the field: letters, digits, underscores, dots, dashes and slashes, and no digit first',
  ),
  'recursive-type': error<{ path: string }>(
    ({ path }) => `the type contains itself: ${path}`,
    () =>
      'a schema has to end somewhere: mark the field with @PreserveUnknownFields() or make it Json, or refer to other objects by name',
  ),
  'nesting-too-deep': error<{ levels: number }>(
    ({ levels }) => `this is nested deeper than ${levels} levels`,
    () => 'divide it: refer to other objects by name, or make an inner part Json',
  ),
  'invalid-record-key': error<Field & { type: string }>(
    ({ field, type }) => `the keys of ${field} are ${type}; in JSON every key is a string`,
    () => 'write Record<string, ...>, or name the keys as a union of literals',
  ),
  'duplicate-field': error<Field>(
    ({ field }) => `${field} is declared twice`,
    () => 'both would be the same JSON name: remove or rename one',
  ),
  'duplicate-declaration': error<{ name: string }>(
    ({ name }) => `the name ${name} is declared twice in this file, and TypeScript does not merge the declarations`,
    () => 'remove or rename one of them: interfaces merge with interfaces and classes, enums with enums',
  ),
  'conflicting-declarations': error<{ name: string; what: string; one: string; other: string; first: string }>(
    ({ name, what, one, other, first }) =>
      `the declarations of ${name} disagree about ${what}: ${one} at ${first}, and ${other} here`,
    ({ what }) => `all declarations of one name are one type: say ${what} in one of them, or the same in each`,
  ),

  'not-a-literal': error<{ what: string; expression: string; meant?: string | undefined }>(
    ({ what, expression }) => `${what} is ${expression}, whose value cannot be read without running the code`,
    ({ meant }) =>
      meant === undefined
        ? 'write a literal, or a constant that is initialised with one'
        : `put text in quotes: ${meant}`,
  ),
  'default-not-a-literal': error<Field & { expression: string }>(
    ({ field, expression }) =>
      `the default of ${field} is ${expression}, whose value cannot be read without running the code`,
    () => 'write a literal, or a constant that is initialised with one',
  ),
  'inexact-number': error<{ what: string; expression: string }>(
    ({ what, expression }) => `${what} is ${expression}, which no number of JavaScript is exactly`,
    () => 'write a number of at most 15 digits, or a text',
  ),
  'value-too-large': error<{ what: string; expression: string }>(
    ({ what, expression }) => `${what} is ${expression}, a value with too many parts or characters`,
    () => 'write a shorter value: constants that are made of each other double it at each step',
  ),
  'compiler-failed': error<{ what: string; reason: string }>(
    ({ what, reason }) => `the TypeScript compiler cannot read ${what}: ${reason}`,
    () => 'write the types and constants out: what is made of itself, or of another one twice, may have no end',
  ),
  'kind-too-large': error<Field & { schemas: number }>(
    ({ field, schemas }) =>
      `the types of the kind stand for more than can be read at ${field}: ${schemas} schemas at most`,
    () =>
      'embed less: use fewer types that contain each other twice, refer to other objects by name, or mark a field as Json',
  ),
  'duplicate-key': error<{ what: string; expression: string }>(
    ({ what, expression }) => `${what} has the key ${expression} twice`,
    () => 'keep one of the two',
  ),
  'invalid-tag': error<{ tag: string; message: string; meant?: string | undefined }>(
    ({ tag, message }) => `what follows @${tag} cannot be read: ${message}`,
    ({ meant }) =>
      meant === undefined
        ? "write literals of JavaScript, separated by commas, texts in quotes and nothing after them: @enum 'a', 'b'"
        : `put text in quotes: ${meant}`,
  ),
  'unknown-tag': error<{ tag: string; suggestion?: string; remedy?: string }>(
    ({ tag }) => `@${tag} is no marker`,
    ({ suggestion, remedy }) => remedy ?? `did you mean @${suggestion}?`,
  ),
  'go-marker': warning<{ found: string; instead: string }>(
    ({ found }) => `${found} is a marker of Go, which is not read here`,
    ({ instead }) => instead,
  ),
  'marker-not-imported': error<{ marker: string }>(
    ({ marker }) => `@${marker} is not imported`,
    ({ marker }) => `add: import { ${marker} } from '@operator-gen/runtime/api'`,
  ),
  'marker-not-called': error<{ marker: string }>(
    ({ marker }) => `@${marker} is a marker that has to be called`,
    ({ marker }) => `write @${marker}(...), with its arguments or with empty parentheses`,
  ),
  'computed-marker': error<{ expression: string }>(
    ({ expression }) => `the decorator ${expression} gives markers that cannot be read without running the code`,
    () => 'write the markers themselves, each with an @ of its own',
  ),
  'marker-type-mismatch': error<{ marker: string; field: string; type: string; wanted: string; types: string }>(
    ({ marker, field, type, wanted }) => `${marker} is for ${wanted}, and ${field} is ${type}`,
    ({ marker, field, types }) => `remove ${marker}, or make ${field} ${types}`,
  ),
  'misplaced-marker': error<{ marker: string; place: string; wanted: string }>(
    ({ marker, place, wanted }) => `${marker} stands on ${place}, where it means nothing; it belongs on ${wanted}`,
    ({ wanted }) => `move it to ${wanted}`,
  ),
  'marker-in-comment': warning<{ marker: string }>(
    ({ marker }) => `${marker} stands in a comment that is not a doc comment, so it is not read`,
    () => 'write it as a decorator, or as a tag in a doc comment (/** ... */), or remove it',
  ),
  'markers-not-inherited': warning<{ name: string; markers: string; of: string }>(
    ({ name, markers, of }) => `${name} does not have the markers of ${of}: ${markers}`,
    ({ markers }) => `repeat ${markers} here where it still holds, or move it to what both share`,
  ),
  'invalid-marker': error<{ marker: string; reason: string; instead: string }>(
    ({ marker, reason }) => `${marker}: ${reason}`,
    ({ instead }) => instead,
  ),
  'duplicate-marker': error<{ marker: string }>(
    ({ marker }) => `${marker} is given twice in one place`,
    () => 'keep one of the two',
  ),
  'missing-argument': error<{ marker: string; argument: string; instead: string }>(
    ({ marker, argument }) => `${marker} needs ${argument}`,
    ({ instead }) => instead,
  ),
  'unknown-argument': error<{ marker: string; argument: string; known: string; suggestion: string | undefined }>(
    ({ marker, argument }) => `${marker} has no argument ${argument}`,
    ({ known, suggestion }) =>
      suggestion === undefined ? `its arguments are: ${known}` : `did you mean ${suggestion}?`,
  ),
  'too-many-arguments': error<{ marker: string; wanted: number; given: number }>(
    ({ marker, wanted, given }) =>
      `${marker} takes ${wanted} argument${wanted === 1 ? '' : 's'}, and ${given} are given`,
    ({ wanted }) => (wanted === 0 ? 'leave the parentheses empty' : `keep the first ${wanted}, and remove the others`),
  ),
  'argument-type': error<{ marker: string; argument: string; wanted: string; given: string; instead: string }>(
    ({ marker, argument, wanted, given }) => `${argument} of ${marker} has to be ${wanted}, and is ${given}`,
    ({ instead }) => instead,
  ),
};
