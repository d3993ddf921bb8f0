import { posix } from 'node:path';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { GoController, GoIndex, GoType, GoWatch } from '../../../base/helper/go/answer.js';
import { formatted } from '../../import/format.js';
import type { Layout } from '../../../project/layout/layout.js';
import type { Position } from '../../../base/model/position.js';
import { isLocalTypes } from '../../../project/package-of.js';
import { controllerFile, typesFile } from '../../../project/paths.js';
import {
  apiGroupOf,
  isSame,
  isSameKind,
  type ControllerEntry,
  type Project,
  type ProjectResource,
} from '../../../project/project.js';
import { controllerText } from './controller-text.js';
import { kindOf, type GoCode } from '../project/go-code.js';
import { left } from '../left.js';
import type { ImportedKind } from './imports.js';
import { receiverOf, type GoPermission, type GoPermissions } from './permissions.js';

/** A controller of the new project, and the one in Go that it replaces. */
export interface Pair {
  readonly resource: ProjectResource;
  readonly entry: ControllerEntry;
  readonly go: GoController | undefined;
}

/** A controller in Go, and the resource that it reconciles. */
export interface Reconciled {
  readonly controller: GoController;
  readonly resource: ProjectResource | undefined;
}

/** Returns what the controllers in Go reconcile. */
export async function reconciledBy(code: GoCode, project: Project): Promise<readonly Reconciled[]> {
  const found: Reconciled[] = [];
  for (const controller of code.controllers) {
    const kind = controller.of && (await kindOf(code, project, controller.of));
    const resource =
      kind?.is === 'listed'
        ? kind.resource
        : kind?.is === 'builtIn'
          ? project.resources.find(
              (each) => each.kind === kind.kind && each.origin?.path === `@operator-gen/runtime/${kind.module}`,
            )
          : undefined;
    found.push({ controller, resource });
  }
  return found;
}

/**
 * Pairs the controllers of the new project with those in Go: by their names, by the names of their reconcilers, or else
 * in order.
 */
export function pairs(project: Project, reconciled: readonly Reconciled[]): readonly Pair[] {
  const free = new Set(reconciled);
  return project.resources.flatMap((resource) => {
    const take = (wanted: (each: Reconciled) => boolean): GoController | undefined => {
      const isOf = (each: Reconciled): boolean => each.resource !== undefined && isSameKind(each.resource, resource);
      const found = [...free].find((each) => isOf(each) && wanted(each));
      if (found !== undefined) free.delete(found);
      return found?.controller;
    };
    // If no code builds a reconciler, only its name shows its kind.
    const takeAny = (wanted: (each: Reconciled) => boolean): GoController | undefined => {
      const found = [...free].find((each) => !each.controller.isBuilt && wanted(each));
      if (found !== undefined) free.delete(found);
      return found?.controller;
    };
    const nameOf = ({ name }: ControllerEntry): string => name ?? resource.kind.toLowerCase();
    const named = new Map(
      resource.controllers.map(
        (entry) => [entry, take(({ controller }) => controller.name === nameOf(entry))] as const,
      ),
    );
    // The reconciler of a controller without a name is usually named after its kind.
    const isUsual = ({ controller: { receiver } }: Reconciled): boolean =>
      receiver === `${resource.kind}Reconciler` || receiver === `${resource.kind}Controller`;
    return resource.controllers.map((entry) => ({
      resource,
      entry,
      go: named.get(entry) ?? take(isUsual) ?? take(() => true) ?? takeAny(isUsual),
    }));
  });
}

/** The texts of controllers, and reports of what they do not carry over. */
export interface ControllerFiles {
  readonly files: ReadonlyMap<string, string>;
  /** The positions of the permissions of each file in the Go project, in order. */
  readonly origins: ReadonlyMap<string, readonly Position[]>;
  readonly problems: readonly Diagnostic[];
}

/** Returns the controllers of the new project. */
export async function controllerFiles(
  code: GoCode,
  project: Project,
  layout: Layout,
  { all, permissions }: { readonly all: readonly Pair[]; readonly permissions: GoPermissions },
): Promise<ControllerFiles> {
  const problems: Diagnostic[] = [];
  const texts: { readonly path: string; readonly content: string }[] = [];
  const origins = new Map<string, readonly Position[]>();
  const granted = grantedTo(all, code, permissions);
  for (const pair of all) {
    const path = controllerFile(pair.resource, project, pair.entry);
    const scaffolded = layout.get(path);
    if (scaffolded === undefined) continue;
    const imported = await importsOf(code, project, path, pair);
    problems.push(...imported.problems);
    const content = controllerText(scaffolded.content, {
      // The scaffolded controller of an image does what the Go controller did before it was edited.
      controller: pair.resource.deployImage === undefined ? pair.go : undefined,
      permissions: granted.get(pair) ?? [],
      ownGroup: pair.resource.api === undefined ? undefined : apiGroupOf(pair.resource),
      kind: pair.resource.kind,
      ...imported,
    });
    texts.push({ path, content });
    origins.set(
      path,
      (granted.get(pair) ?? []).map(({ position }) => position),
    );
  }
  return {
    files: new Map((await formatted(texts)).map(({ path, content }) => [path, content])),
    origins,
    problems,
  };
}

/** Returns the permissions of each controller, each permission once. */
function grantedTo(
  all: readonly Pair[],
  { controllers }: GoCode,
  { byFile }: GoPermissions,
): ReadonlyMap<Pair, readonly GoPermission[]> {
  const granted = new Map<Pair, GoPermission[]>();
  const known = new Set<string>();
  const paired = controllers.filter((controller) => all.some(({ go }) => go === controller));
  for (const [file, permissions] of byFile) {
    const receiver = receiverOf(file, paired);
    const pair = all.find(({ go }) => go !== undefined && go === receiver) ?? all[0];
    if (pair === undefined) continue;
    for (const each of permissions) {
      const { position: _, ...granting } = each;
      const key = JSON.stringify(granting);
      if (known.has(key)) continue;
      known.add(key);
      granted.set(pair, [...(granted.get(pair) ?? []), each]);
    }
  }
  return granted;
}

interface KindImports {
  readonly kinds: ReadonlyMap<GoWatch, ImportedKind>;
  readonly owners: ReadonlyMap<GoWatch, ImportedKind>;
  readonly indexed: ReadonlyMap<GoIndex, ImportedKind>;
  readonly problems: readonly Diagnostic[];
}

async function importsOf(code: GoCode, project: Project, path: string, { go, resource }: Pair): Promise<KindImports> {
  const [kinds, owners] = [new Map<GoWatch, ImportedKind>(), new Map<GoWatch, ImportedKind>()];
  const indexed = new Map<GoIndex, ImportedKind>();
  if (go === undefined) return { kinds, owners, indexed, problems: [] };
  const problems: Diagnostic[] = [];
  const imported = async (type: GoType): Promise<ImportedKind | undefined> => {
    const found = await kindOf(code, project, type);
    if (found?.is === 'builtIn') return { kind: found.kind, module: `@operator-gen/runtime/${found.module}` };
    if (found === undefined || (found.resource.api === undefined && found.resource.origin?.path === undefined))
      return undefined;
    if (isSame(found.resource, resource)) return { kind: found.resource.kind, module: '' };
    const { origin } = found.resource;
    const file = origin?.path ?? typesFile(found.resource, project);
    const isLocal = origin?.path === undefined || isLocalTypes(origin.path);
    const types = isLocal ? posix.relative(posix.dirname(path), file).replace(/\.ts$/, '.js') : file;
    return { kind: found.resource.kind, module: types };
  };
  for (const watch of [...go.owns, ...go.watches]) {
    const found = await imported(watch.type);
    const owner = watch.handler.is === 'owner' ? await imported(watch.handler.of) : undefined;
    const isKnown = found !== undefined && (watch.handler.is !== 'owner' || owner !== undefined);
    if (isKnown) kinds.set(watch, found);
    else {
      const instead = 'create its types with npx operator-gen create api --from-crd --types-only, and watch it';
      problems.push(left(`the watch of ${watch.type.name}, whose types are not known`, instead, watch.position));
    }
    if (owner !== undefined) owners.set(watch, owner);
  }
  for (const index of go.indexes) {
    const found = await imported(index.type);
    if (found !== undefined) indexed.set(index, found);
  }
  for (const each of go.unread)
    problems.push(left(each.text, 'add it to the registration of the controller', each.position));
  return { kinds, owners, indexed, problems: [...problems, ...portItems(go, kinds)] };
}

/** Returns the functions of a controller that must be ported. */
function portItems(
  { watches, indexes }: GoController,
  kinds: ReadonlyMap<GoWatch, ImportedKind>,
): readonly Diagnostic[] {
  const maps = watches.flatMap((watch) => {
    const { handler, position, type } = watch;
    if (handler.is !== 'map' || !kinds.has(watch)) return [];
    const what = `the function ${handler.name || 'without a name'} that maps ${type.name}`;
    return [left(what, 'port it to the function of that kind in the file of the controller', position)];
  });
  const fields = indexes.map(({ field, type, position }) =>
    left(`the index ${field} of ${type.name}`, 'port its function to cache.indexField', position),
  );
  return [...maps, ...fields];
}
