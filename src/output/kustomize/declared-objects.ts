import { kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import type { BuiltObject } from './build.js';
import { placeholdersOf } from './declared-item.js';
import type { JsonMap } from './json.js';
import { readObjects } from './read-objects.js';

/** Finds the objects that files declare, which kustomizations change. */
export class DeclaredObjects {
  readonly #read: (path: string) => string | undefined;
  readonly #objects = new Map<string, readonly JsonMap[]>();

  constructor(read: (path: string) => string | undefined) {
    this.#read = read;
  }

  /**
   * Returns what a file says of an object that is built: prefixes and suffixes stand around its name.
   * @param file where kustomize says that the object is from
   */
  of(object: JsonMap, file: string): Pick<BuiltObject, 'declaredName' | 'placeholders'> {
    const name = nameOf(object);
    const declared = this.#in(file).filter((each) => kindOf(each) === kindOf(object));
    // A kustomization replaces the name of a Namespace.
    const isOnly = kindOf(object) === 'Namespace' && declared.length === 1;
    const [found] = declared
      .filter((each) => isOnly || (nameOf(each) !== '' && name.includes(nameOf(each))))
      .toSorted((one, other) => nameOf(other).length - nameOf(one).length);
    return found === undefined ? { declaredName: name } : { declaredName: nameOf(found), ...placeholdersOf(found) };
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
