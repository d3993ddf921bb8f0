import { textAt, type JsonMap } from './json.js';
import { readObjects } from './read-objects.js';

/** Finds the names that files declare, which kustomizations change. */
export class DeclaredNames {
  readonly #read: (path: string) => string | undefined;
  readonly #objects = new Map<string, readonly JsonMap[]>();

  constructor(read: (path: string) => string | undefined) {
    this.#read = read;
  }

  /**
   * Returns the name that a file declares for an object: prefixes and suffixes stand around it.
   * @param file where kustomize says that the object is from
   */
  nameOf(object: JsonMap, file: string): string {
    const built = textAt(object, 'metadata', 'name') ?? '';
    const names = this.#in(file)
      .filter((each) => textAt(each, 'kind') === textAt(object, 'kind'))
      .flatMap((each) => textAt(each, 'metadata', 'name') ?? []);
    // A kustomization replaces the name of a Namespace.
    if (textAt(object, 'kind') === 'Namespace' && names.length === 1) return names[0]!;
    const [longest] = names.filter((each) => built.includes(each)).toSorted((one, other) => other.length - one.length);
    return longest ?? built;
  }

  #in(file: string): readonly JsonMap[] {
    const known = this.#objects.get(file);
    if (known !== undefined) return known;
    const read = readObjects(this.#read(file));
    const objects = 'reason' in read ? [] : read.objects;
    this.#objects.set(file, objects);
    return objects;
  }
}
