import { posix } from 'node:path';
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
  /** Whether that file is unknown; `file` is then the kustomization. */
  readonly isOfUnknownFile?: boolean;
  /** The name in that file. */
  readonly declaredName: string;
  /** The names of its containers with the placeholder of the operator's image in that file. */
  readonly placeholders?: readonly string[];
}

export interface Built {
  readonly objects: readonly BuiltObject[];
  /** Whether all parts of the kustomization are evaluated. */
  readonly isWhole: boolean;
}

/** The result of a build without the code of kustomize. */
export interface BuiltHere extends Built {
  /** The patches of the kustomization and of its parts. */
  readonly patches: readonly BuiltPatch[];
  readonly unplaced: readonly UnplacedPatch[];
  /** The kinds of objects that are not evaluated. An empty string stands for any kind. */
  readonly hidden: readonly string[];
}

/** Returns the text of a file by its path in the project; undefined for folders, links and what is missing. */
type ReadText = (path: string) => string | undefined;

/**
 * Returns what a kustomization deploys, without a helper process: for questions about it, and never for what is
 * written. The usual fields are evaluated as kustomize does.
 * @param names whether objects have the names and namespaces that the kustomizations give them, or those in their files
 */
export function buildKustomization(folder: string, read: ReadText, names: 'built' | 'declared' = 'built'): BuiltHere {
  const build = new Build(read, names === 'declared');
  const items = build.folder(folder);
  // Kustomize does this last, so that replacements copy references unchanged from the files.
  updateReferences(items, [...builtInReferences, ...build.references]);
  return {
    objects: items.map(builtOf),
    isWhole: build.isWhole,
    patches: build.patches,
    unplaced: build.unplaced,
    hidden: build.hidden,
  };
}

/** Maximum number of files that are read for one kustomization. */
const mostFiles = 2000;

class Build {
  isWhole = true;
  readonly references: NameReference[] = [];
  readonly patches: BuiltPatch[] = [];
  readonly unplaced: UnplacedPatch[] = [];
  hidden: string[] = [];
  readonly #namespaces: FieldSpec[] = [];
  readonly #open = new Set<string>();
  readonly #read: ReadText;
  readonly #isAsDeclared: boolean;
  #files = 0;

  constructor(read: ReadText, isAsDeclared: boolean) {
    this.#read = read;
    this.#isAsDeclared = isAsDeclared;
  }

  folder(folder: string): Item[] {
    const outer = this.hidden;
    this.hidden = [];
    const items = this.#into([], folder);
    this.hidden = [...outer, ...this.hidden];
    return items;
  }

  /** Builds a folder on top of the objects of another folder, of which it can be a component. */
  #into(items: Item[], folder: string): Item[] {
    const file = this.#kustomizationIn(folder);
    if (file === undefined) return items;
    const [kustomization] = this.#objects(file);
    if (kustomization === undefined || this.#open.has(folder)) return items;
    this.#open.add(folder);
    this.#noteUnknown(kustomization);
    items.push(...this.#resources(folder, kustomization));
    for (const component of textsIn(valueAt(kustomization, 'components')))
      this.#into(items, posix.join(folder, component));
    this.#configure(folder, kustomization);
    this.#transform(folder, file, kustomization, items);
    this.#open.delete(folder);
    return items;
  }

  #resources(folder: string, kustomization: JsonMap): readonly Item[] {
    const entries = ['resources', 'bases'].flatMap((key) => textsIn(valueAt(kustomization, key)));
    return entries.flatMap((entry) => {
      const path = posix.join(folder, entry);
      if (entry.includes('://') || path.startsWith('../')) {
        this.#miss();
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
      this.#miss();
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

  #transform(folder: string, file: string, kustomization: JsonMap, items: Item[]): void {
    this.#patch(folder, file, kustomization, items, ['patchesStrategicMerge', 'patches']);
    if (this.#isAsDeclared && this.#open.size === 1) rename(items, (_name, declared) => declared);
    else this.#name(kustomization, items);
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
    const replacements = mapsIn(valueAt(kustomization, 'replacements')).flatMap((each) =>
      this.#replacementsOf(folder, each),
    );
    for (const entry of textsIn(valueAt(kustomization, 'transformers'))) this.#applyTransformers(folder, entry, items);
    for (const each of replacements) this.#try('replacements', () => applyReplacement(items, each));
  }

  #name(kustomization: JsonMap, items: readonly Item[]): void {
    const namespace = textAt(kustomization, 'namespace') ?? '';
    if (namespace !== '') setNamespace(items, namespace, this.#namespaces);
    addAffixes(items, textAt(kustomization, 'namePrefix') ?? '', textAt(kustomization, 'nameSuffix') ?? '');
  }

  /** Applies the transformers of a file, or of the folder of a kustomization. */
  #applyTransformers(folder: string, entry: string, items: readonly Item[]): void {
    const path = posix.join(folder, entry);
    const inner = this.#kustomizationIn(path);
    const [kustomization] = inner === undefined ? [] : this.#objects(inner);
    const files =
      inner === undefined ? [path] : textsIn(valueAt(kustomization, 'resources')).map((each) => posix.join(path, each));
    for (const transformer of files.flatMap((each) => this.#objects(each)))
      this.#try('transformers', () => applyTransformer(items, transformer));
  }

  #replacementsOf(folder: string, entry: JsonMap): readonly JsonMap[] {
    const path = textAt(entry, 'path');
    if (path === undefined) return [entry];
    const found = readObjects(this.#read(posix.join(folder, path)), true);
    if (!('reason' in found)) return found.objects;
    this.#miss();
    return [];
  }

  #patch(folder: string, file: string, kustomization: JsonMap, items: Item[], fields: readonly string[]): void {
    for (const field of fields) {
      const list = valueAt(kustomization, field);
      for (const [index, entry] of (Array.isArray(list) ? list : []).entries()) {
        const failed = this.#try(field, () => {
          // A kustomization without objects is not reported, for example that of the CRDs before there is a kind.
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

  #noteUnknown(kustomization: JsonMap): void {
    for (const [field, value] of Object.entries(kustomization))
      if (!knownFields.has(field) && value !== null && !(Array.isArray(value) && value.length === 0)) this.#miss(field);
  }

  #try(field: string, run: () => void): PatchFailed | undefined {
    try {
      run();
      return undefined;
    } catch (error) {
      if (!(error instanceof PatchFailed)) throw error;
      this.#miss(field);
      return error;
    }
  }

  /** Records that a part is not evaluated. @param field its field in the kustomization, if it is known */
  #miss(field?: string): void {
    this.isWhole = false;
    this.hidden.push(...hiddenBy(field));
  }
}
