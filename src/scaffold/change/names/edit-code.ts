import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import { listSources } from '../../../language/analyze/sources.js';
import { lineEndOf, openingOf, withLineEnds } from '../../../base/text/text.js';
import { coreless } from '../../../base/model/rbac.js';
import { isClusterKind, isClusterScoped, isOfTheCluster, ownNamespace } from '../../../project/cluster-scope.js';
import { codeHeader } from '../../../project/license.js';
import { pluralNameOf } from '../../../project/plural.js';
import { apiGroupOf, type Project } from '../../../project/project.js';
import type { CodeChange } from '../../refactor/moves/plan-code-move.js';
import type { CodeToChange } from '../change-project.js';
import { changeRbacNamespace, type NamespaceChange } from '../../refactor/markers/rbac-namespace.js';

/** Applies changed settings to code: moves files, and changes the namespace of permissions. */
export function changeMarkers(
  host: Host,
  root: string,
  { moves }: CodeToChange,
  moved: CodeChange,
  [before, after]: readonly [Project, Project],
): CodeChange {
  const from = before.namespaced ? ownNamespace(before) : '';
  const to = after.namespaced ? ownNamespace(after) : '';
  if (from === to || moved.problems.length > 0) return moved;
  const files = new Map(moved.files);
  const left: Diagnostic[] = [];
  const change: NamespaceChange = {
    ...{ from, to, isOfTheCluster: clusterTest(after) },
    isClusterKind: (name) => isClusterKind(after, name),
  };
  for (const source of listSources(host, root)) {
    const old = posix.relative(root, source.path);
    const path = moves.get(old) ?? old;
    const text = files.get(path) ?? source.text;
    const changed = changeRbacNamespace(path, text, change);
    if (changed.text !== text) files.set(path, changed.text);
    left.push(
      ...changed.others.map(({ namespace, position }) =>
        diagnostic('permission-namespace-unchanged', { namespace }, position),
      ),
    );
  }
  return { files, problems: [...moved.problems, ...left] };
}

/**
 * Returns a function that reports whether a resource is cluster-scoped, for built-in kinds and kinds of the project.
 */
function clusterTest({ resources }: Project): NamespaceChange['isOfTheCluster'] {
  const kinds = resources.filter(isClusterScoped).map((each) => ({
    group: apiGroupOf(each),
    plural: pluralNameOf(each),
  }));
  return (group, plural) =>
    kinds.some((kind) => kind.plural === plural && (group === undefined || kind.group === group)) ||
    (group !== undefined && isOfTheCluster(coreless(group), plural));
}

/** Replaces the license header in files that still start with the old one. */
export function changeHeaders(
  host: Host,
  root: string,
  { moves, before: scaffolded }: CodeToChange,
  changed: CodeChange,
  [old, fresh]: readonly [Project, Project],
): CodeChange {
  const [from, to] = [codeHeader(old.license), codeHeader(fresh.license)];
  if (from === to) return changed;
  const files = new Map(changed.files);
  for (const before of scaffolded.keys()) {
    const path = moves.get(before) ?? before;
    const text = path.endsWith('.ts') ? (files.get(path) ?? host.read(posix.join(root, before))) : undefined;
    if (text === undefined) continue;
    const end = lineEndOf(text);
    const [header, newHeader] = [withLineEnds(from, end), withLineEnds(to, end)];
    const opening = openingOf(text);
    if (text.startsWith(header, opening.length))
      files.set(path, opening + newHeader + text.slice(opening.length + header.length));
  }
  return { ...changed, files };
}
