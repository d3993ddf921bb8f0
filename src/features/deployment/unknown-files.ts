import type { BuiltObject } from '../../output/kustomize/build.js';
import { kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import type { GeneratedObject } from './deployment.js';

/**
 * Returns deployed objects with the generated ones as the files of those whose file is not known, such as where a transformer has
 * replaced all annotations. Prefixes and suffixes stand around their names.
 */
export function withKnownFiles(
  objects: readonly BuiltObject[],
  generated: readonly GeneratedObject[],
): readonly BuiltObject[] {
  const isDeployed = ({ object, path }: GeneratedObject): boolean =>
    objects.some(
      (each) => each.file === path && kindOf(each.object) === kindOf(object) && each.declaredName === nameOf(object),
    );
  const left = generated.filter((each) => !isDeployed(each));
  return objects.map((built) => {
    if (built.isOfUnknownFile !== true) return built;
    const { isOfUnknownFile: _, ...rest } = built;
    const isMeant = ({ object }: GeneratedObject): boolean =>
      kindOf(object) === kindOf(built.object) && nameOf(built.object).includes(nameOf(object));
    const [longest] = left
      .filter(isMeant)
      .toSorted(({ object: one }, { object: other }) => nameOf(other).length - nameOf(one).length);
    return longest === undefined ? built : { ...rest, file: longest.path, declaredName: nameOf(longest.object) };
  });
}
