import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Generated } from '../../../output/generate/generate.js';
import type { Host } from '../../../base/io/host.js';
import type { Position } from '../../../base/model/position.js';
import { isServed, type WebhookRule } from '../../../base/model/webhook.js';
import { isSame, type Project } from '../../../project/project.js';
import { webhookCodeFile } from '../../../project/paths.js';
import { webhookPath } from '../../../project/webhook-path.js';
import { withoutMarkersAt } from '../../refactor/markers/webhook-markers.js';
import { withoutGoneRegistrations, type DeletedWebhook } from './deleted-registrations.js';
import type { ProjectView } from '../planned-view.js';

/** A project before and after a change that deletes webhooks. */
export interface Deletion {
  readonly root: string;
  readonly before: ProjectView;
  /** Includes everything that the change writes and generates. */
  readonly after: ProjectView;
  readonly generated: Generated;
  /** Problems that are already reported, such as files that are kept. */
  readonly reported: readonly Diagnostic[];
}

/** Code without the markers of deleted webhooks, by path, and the classes that are kept without them. */
export interface Unmarked {
  readonly texts: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Removes the markers of deleted webhooks wherever their classes are, and those of other webhooks that nothing serves
 * after the change: with them, the API server would call the operator, and reject every request. A class that is no longer
 * a kind loses the markers that its user has added.
 */
export async function withoutGoneWebhooks(deletion: Deletion): Promise<Unmarked> {
  const { root, after, generated, reported } = deletion;
  const gone = [...(await goneWebhooks(deletion)).map(({ position }) => position), ...(await leftMarkers(deletion))];
  const texts = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const path of new Set(gone.map(({ file }) => file))) {
    const text = after.host.read(posix.join(root, path));
    // Generated code has no markers, and is not edited.
    if (text === undefined || generated.files.some((each) => each.path === path)) continue;
    const positions = gone.filter(({ file }) => file === path);
    const unmarked = withoutMarkersAt(path, text, positions);
    if (unmarked.text === text) continue;
    texts.set(path, unmarked.text);
    const kept = unmarked.classes.filter(({ symbol }) => !reported.some((known) => isSaid(symbol, path, known)));
    diagnostics.push(...kept.map(({ symbol, position }) => diagnostic('edited-code-kept', { symbol, path }, position)));
  }
  const deleted = deletedPaths(deletion.before.project, after.project);
  if (deleted.length === 0) return { texts, diagnostics };
  const { before } = deletion;
  const unregistered = await withoutGoneRegistrations({ root, before, after: after.host, deleted, unmarked: texts });
  return {
    texts: new Map([...texts, ...unregistered.texts]),
    diagnostics: [...diagnostics, ...unregistered.diagnostics],
  };
}

/** Returns the markers for kinds on classes that lose `@Resource`: nothing can be generated from them. */
async function leftMarkers({ before, generated }: Deletion): Promise<readonly Position[]> {
  const isLeft = ({ code, message }: Diagnostic): boolean =>
    code === 'misplaced-marker' && message.includes('a class without @Resource');
  const left = generated.diagnostics.filter(isLeft);
  if (left.length === 0) return [];
  const markerOf = ({ message, position }: Diagnostic): string => `${position?.file}: ${message}`;
  const known = new Set((await before.model()).diagnostics.filter(isLeft).map(markerOf));
  return left.filter((each) => !known.has(markerOf(each))).flatMap(({ position }) => position ?? []);
}

async function goneWebhooks({ before, after, generated }: Deletion): Promise<readonly WebhookRule[]> {
  const paths = deletedPaths(before.project, after.project);
  const isDeleted = ({ path, mutating }: WebhookRule): boolean =>
    paths.some((each) => each.path === path && each.mutating === mutating);
  const others = generated.webhooks.filter((each) => !isDeleted(each));
  const deleted = generated.webhooks.filter(isDeleted);
  const isOpen = others.every(({ path }) => path === undefined);
  if (paths.length === 0 || isOpen) return deleted;
  const now = (await after.uses()).served;
  const unserved = others.filter((each) => isServed(each, now) === false);
  if (unserved.length === 0) return deleted;
  const then = (await before.uses()).served;
  // `check` reports webhooks that were not served before.
  return [...deleted, ...unserved.filter((each) => isServed(each, then) !== false)];
}

/** Returns the paths of the webhooks that PROJECT no longer lists. */
function deletedPaths(project: Project, { resources: left }: Project): readonly DeletedWebhook[] {
  return project.resources.flatMap((resource) => {
    const file = webhookCodeFile(resource, project);
    const same = left.find((each) => isSame(each, resource));
    return (['defaulting', 'validation'] as const).flatMap((sort) => {
      if (resource.webhooks?.[sort] !== true || same?.webhooks?.[sort] === true) return [];
      const mutating = sort === 'defaulting';
      return [{ kind: resource.kind, file, path: webhookPath(mutating ? 'mutate' : 'validate', resource), mutating }];
    });
  });
}

/** Reports whether a diagnostic already says that a class, or its file, is kept. */
function isSaid(symbol: string, path: string, { code, message }: Diagnostic): boolean {
  if (code === 'edited-code-kept') return message.startsWith(`${symbol} in ${path} `);
  return (code === 'edited-file-kept' || code === 'file-in-use') && message.startsWith(`${path} `);
}

/** Adds to the problems about files that are kept that these lose markers. @param hosts the files before and after */
export function withLostMarkers(
  diagnostics: readonly Diagnostic[],
  root: string,
  hosts: readonly [Host, Host],
): readonly Diagnostic[] {
  return diagnostics.map((each) => {
    if (each.code !== 'edited-file-kept') return each;
    const [path = ''] = each.message.split(' ', 1);
    const [before, after] = hosts.map((host) => (host.read(posix.join(root, path)) ?? '').split('@Webhook(').length);
    if (after! >= before!) return each;
    return { ...each, message: diagnostic('edited-file-kept', { path, hasMarkers: false }).message };
  });
}
