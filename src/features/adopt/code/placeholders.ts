import { posix } from 'node:path';
import { fileText } from '../../import/file-text.js';
import { formatted } from '../../import/format.js';
import { noUses, printDeclaration } from '../../import/print.js';
import type { Declaration, KindInfo, SourceText } from '../../import/source.js';
import { isLocalTypes } from '../../../project/package-of.js';
import { pluralNameOf } from '../../../project/plural.js';
import { apiGroupOf, isSame, type Project } from '../../../project/project.js';
import type { Wanted } from '../../import/from-crd/resources.js';

/** Returns the type files of external kinds whose CRDs are unknown: only their names are known. */
export async function placeholders(project: Project, wanted: readonly Wanted[]): Promise<readonly SourceText[]> {
  const unknown = project.resources.filter(
    (each) =>
      each.origin?.path !== undefined &&
      isLocalTypes(each.origin.path) &&
      !wanted.some(({ resource }) => isSame(resource, each)),
  );
  return formatted(
    unknown.map((each) => {
      const { kind, version } = each;
      const group = apiGroupOf(each);
      const info = { group, version, kind, plural: pluralNameOf(each), scope: 'Namespaced' };
      const path = posix.normalize(each.origin!.path!);
      return { path, content: placeholder(info) };
    }),
  );
}

function placeholder(info: KindInfo): string {
  const uses = noUses(info.kind);
  const description =
    'A placeholder without fields. To replace it: npx operator-gen create api --from-crd <definition> --types-only --force';
  const declaration: Declaration = {
    ...{ name: info.kind, description, markers: [] },
    body: { is: 'class', fields: [], kind: info },
  };
  const text = printDeclaration(declaration, uses, 'interfaces');
  return fileText('', [{ text, uses }], new Map());
}
