import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { JsonObject } from '../../base/model/schema.js';
import { kustomizationIn } from '../../project/paths.js';
import { declaredItem } from './declared-item.js';
import { hiddenBy, knownFields } from './fields.js';
import { builtOf, type Item } from './item.js';
import { PatchFailed, WithoutPlace } from './json-patch.js';
import { applyPatch, type BuiltPatch, type UnplacedPatch } from './patches.js';
import { applyTransformer } from './change-objects.js';
import { mapAt, mapsIn, textAt, textsIn, valueAt, type JsonMap } from './json.js';
import { readObjects } from './read-objects.js';
import {
  builtInReferences,
  fieldSpecs,
  referencesIn,
  updateReferences,
  type FieldSpec,
  type NameReference,
} from './references.js';
import { applyReplacement } from './replacements.js';
import { addAffixes, addAnnotations, addLabels, rename, setImage, setNamespace, setReplicas } from './transform.js';

/** An object that a kustomization deploys. */
export interface BuiltObject {
  readonly object: JsonObject;
  /** The file that declares it. */
  readonly file: string;
  /** Whether that file is not known: then it is the kustomization. */
  readonly isOfUnknownFile?: boolean;
  /** The name in that file. */
  readonly declaredName: string;
  /** The names of its containers with the placeholder of the operator's image in that file. */
  readonly placeholders?: readonly string[];
}

export interface Built {
  readonly objects: readonly BuiltObject[];
  /** Parts of the kustomization that are not evaluated. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A build without the code of kustomize. */
export interface BuiltHere extends Built {
  /** The patches of the kustomization and of its parts. */
  readonly patches: readonly BuiltPatch[];
  readonly unplaced: readonly UnplacedPatch[];
  /** The kinds of objects that are not evaluated; with an empty one, they can be of any kind. */
  readonly hidden: readonly string[];
}

/** The names in place of those with the prefix and the namespace of the outermost kustomization. */
export interface BuildNames {
  /** @param declared the name in the file of the object, before all prefixes and suffixes */
  readonly nameOf: (name: string, kind: string, declared: string) => string;
  readonly namespace: string;
}

/** Outputs that a build is for, by the diagnostic of parts that are not evaluated. */
const evaluatedFor = { 'chart-incomplete': 'charts', 'bundle-incomplete': 'bundles' } as const;
export type IncompleteCode = keyof typeof evaluatedFor;

/** Returns the text of a file by its path in the project; undefined for folders, links and what is missing. */
type ReadText = (path: string) => string | undefined;

/**
 * Builds a kustomization as `kubectl kustomize` does, without a helper process, also with other names. What it has beyond
 * the usual fields is reported.
 * @param names those of all objects; by default with the prefixes and the namespaces of the kustomizations
 * @param additional folders that are built as if the kustomization listed them
 */
export function buildKustomization(
  folder: string,
  read: ReadText,
  names: BuildNames | undefined,
  additional: readonly string[] = [],
  code: IncompleteCode = 'chart-incomplete',
): BuiltHere {
  const build = new Build(read, additional, code, names !== undefined);
  const items = build.folder(folder, names);
  build.replace(items);
  // kustomize does it last, so that replacements copy references as the files have them.
  updateReferences(items, [...builtInReferences, ...build.references], names === undefined);
  return {
    objects: items.map(builtOf),
    diagnostics: build.diagnostics,
    patches: build.patches,
    unplaced: build.unplaced,
    hidden: build.hidden,
  };
}

/** The largest number of files that are read for one kustomization. */
const mostFiles = 2000;

class Build {
  readonly diagnostics: Diagnostic[] = [];
  readonly references: NameReference[] = [];
  readonly patches: BuiltPatch[] = [];
  readonly unplaced: UnplacedPatch[] = [];
  hidden: string[] = [];
  readonly #namespaces: FieldSpec[] = [];
  readonly #replacements: { readonly file: string; readonly entry: JsonMap }[] = [];
  readonly #open = new Set<string>();
  readonly #read: ReadText;
  readonly #additional: readonly string[];
  readonly #code: IncompleteCode;
  readonly #hasOtherNames: boolean;
  #files = 0;

  constructor(read: ReadText, additional: readonly string[], code: IncompleteCode, hasOtherNames: boolean) {
    this.#read = read;
    this.#additional = additional;
    this.#code = code;
    this.#hasOtherNames = hasOtherNames;
  }

  /** Builds a folder. @param names those of the outermost kustomization */
  folder(folder: string, names?: BuildNames): Item[] {
    const outer = this.hidden;
    this.hidden = [];
    const items = this.#into([], folder, names);
    this.hidden = [...outer, ...this.hidden];
    return items;
  }

  /** Builds a folder with the objects of another one, of which it can be a component. */
  #into(items: Item[], folder: string, names?: BuildNames): Item[] {
    const file = this.#kustomizationIn(folder);
    if (file === undefined) return items;
    const [kustomization] = this.#objects(file);
    if (kustomization === undefined || this.#open.has(folder)) return items;
    this.#open.add(folder);
    this.#reportUnknown(file, kustomization);
    items.push(...this.#resources(folder, file, kustomization));
    if (names !== undefined) for (const each of this.#additional) items.push(...this.folder(each));
    for (const component of textsIn(valueAt(kustomization, 'components')))
      this.#into(items, posix.join(folder, component));
    this.#configure(folder, kustomization);
    this.#transform(folder, file, kustomization, items, names);
    this.#open.delete(folder);
    return items;
  }

  /** Applies the replacements that have been read. */
  replace(items: readonly Item[]): void {
    for (const { file, entry } of this.#replacements.splice(0))
      this.#try(file, 'replacements', () => applyReplacement(items, entry));
  }

  #resources(folder: string, file: string, kustomization: JsonMap): readonly Item[] {
    const entries = ['resources', 'bases'].flatMap((key) => textsIn(valueAt(kustomization, key)));
    return entries.flatMap((entry) => {
      const path = posix.join(folder, entry);
      if (entry.includes('://') || path.startsWith('../')) {
        this.#miss(file, entry, 'it is not in the project');
        return [];
      }
      if (this.#kustomizationIn(path) !== undefined) return this.folder(path);
      return this.#objects(path).map((object) => declaredItem(object, path));
    });
  }

  #kustomizationIn(folder: string): string | undefined {
    return kustomizationIn(folder, (path) => this.#read(path) !== undefined);
  }

  #objects(path: string): readonly JsonMap[] {
    if ((this.#files += 1) > mostFiles) {
      this.hidden.push('');
      return [];
    }
    const found = readObjects(this.#read(path));
    if ('reason' in found) {
      this.#miss(path, 'its objects', found.reason);
      return [];
    }
    return found.objects;
  }

  #configure(folder: string, kustomization: JsonMap): void {
    for (const entry of textsIn(valueAt(kustomization, 'configurations')))
      for (const configuration of this.#objects(posix.join(folder, entry))) {
        this.references.push(...referencesIn(configuration));
        this.#namespaces.push(...fieldSpecs(valueAt(configuration, 'namespace')));
      }
  }

  #transform(folder: string, file: string, kustomization: JsonMap, items: Item[], names?: BuildNames): void {
    this.#patch(folder, file, kustomization, items, ['patchesStrategicMerge', 'patches']);
    const namespace = names?.namespace ?? textAt(kustomization, 'namespace') ?? '';
    if (namespace !== '') setNamespace(items, namespace, this.#namespaces);
    const suffix = textAt(kustomization, 'nameSuffix') ?? '';
    const prefix = textAt(kustomization, 'namePrefix') ?? '';
    if (names !== undefined) rename(items, (name, kind, declared) => names.nameOf(name + suffix, kind, declared));
    else addAffixes(items, prefix, suffix);
    const common = mapAt(kustomization, 'commonLabels');
    if (common !== undefined) addLabels(items, common, { selectors: true, templates: true });
    for (const entry of mapsIn(valueAt(kustomization, 'labels')))
      addLabels(items, mapAt(entry, 'pairs') ?? {}, {
        selectors: valueAt(entry, 'includeSelectors') === true,
        templates: valueAt(entry, 'includeTemplates') === true,
      });
    const annotations = mapAt(kustomization, 'commonAnnotations');
    if (annotations !== undefined) addAnnotations(items, annotations);
    this.#patch(folder, file, kustomization, items, ['patchesJson6902']);
    for (const entry of mapsIn(valueAt(kustomization, 'replicas'))) setReplicas(items, entry);
    for (const entry of mapsIn(valueAt(kustomization, 'images'))) setImage(items, entry);
    for (const entry of mapsIn(valueAt(kustomization, 'replacements'))) this.#addReplacement(folder, file, entry);
    for (const entry of textsIn(valueAt(kustomization, 'transformers')))
      this.#applyTransformers(folder, file, entry, items);
    // Other names than those of the kustomizations are known after the outermost one.
    if (!this.#hasOtherNames) this.replace(items);
  }

  /** Applies the transformers of a file, or of the folder of a kustomization. */
  #applyTransformers(folder: string, file: string, entry: string, items: readonly Item[]): void {
    const path = posix.join(folder, entry);
    const inner = this.#kustomizationIn(path);
    const [kustomization] = inner === undefined ? [] : this.#objects(inner);
    const files =
      inner === undefined ? [path] : textsIn(valueAt(kustomization, 'resources')).map((each) => posix.join(path, each));
    for (const transformer of files.flatMap((each) => this.#objects(each)))
      this.#try(file, 'transformers', () => applyTransformer(items, transformer));
  }

  #addReplacement(folder: string, file: string, entry: JsonMap): void {
    const path = textAt(entry, 'path');
    if (path === undefined) return void this.#replacements.push({ file, entry });
    const other = posix.join(folder, path);
    const found = readObjects(this.#read(other), true);
    if ('reason' in found) return this.#miss(file, path, found.reason);
    for (const each of found.objects) this.#replacements.push({ file: other, entry: each });
  }

  #patch(folder: string, file: string, kustomization: JsonMap, items: Item[], fields: readonly string[]): void {
    for (const field of fields) {
      const list = valueAt(kustomization, field);
      for (const [index, entry] of (Array.isArray(list) ? list : []).entries()) {
        const failed = this.#try(file, field, () => {
          // Nothing is to be said of a kustomization without objects, such as that of the definitions before the first kind.
          const isEmpty = items.length === 0;
          for (const use of applyPatch(items, entry, (path) => this.#read(posix.join(folder, path)))) {
            const isKnown =
              (!isEmpty || use.isRequired) && !this.hidden.some((kind) => kind === '' || use.canSelect(kind));
            this.patches.push({ ...use, isUnmatched: isKnown && !use.isMatched, file, field, index });
          }
        });
        if (failed instanceof WithoutPlace) this.unplaced.push({ file, field, index, reason: failed.message });
      }
    }
  }

  #reportUnknown(file: string, kustomization: JsonMap): void {
    for (const [field, value] of Object.entries(kustomization))
      if (!knownFields.has(field) && value !== null && !(Array.isArray(value) && value.length === 0))
        this.#miss(file, field, `it is not evaluated for ${evaluatedFor[this.#code]}`, field);
  }

  #try(file: string, field: string, run: () => void): PatchFailed | undefined {
    try {
      run();
      return undefined;
    } catch (error) {
      if (!(error instanceof PatchFailed)) throw error;
      this.#miss(file, `an entry of ${field}`, error.message, field);
      return error;
    }
  }

  #miss(file: string, what: string, reason: string, field?: string): void {
    const lines = (this.#read(file) ?? '').split('\n');
    const line = lines.findIndex((each) => each.startsWith(field === undefined ? what : `${field}:`)) + 1;
    this.hidden.push(...hiddenBy(field));
    this.diagnostics.push(diagnostic(this.#code, { what, reason }, { file, line: Math.max(1, line), column: 1 }));
  }
}
