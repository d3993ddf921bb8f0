import { posix } from 'node:path';
import { listCode } from '../../../language/analyze/sources.js';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import { placeOf } from '../../../base/text/text.js';
import { Lines } from '../../../base/model/lines.js';
import type { Position } from '../../../base/model/position.js';
import type { WebhookRegistration } from '../../../base/model/webhook.js';
import { classNameOf, typeNameOf } from '../../../project/class-name.js';
import { withoutRegistrations } from '../../refactor/registrations/remove-registrations.js';
import type { ProjectView } from '../planned-view.js';
import { wordsIn } from '../edited-code/code-words.js';

/** A webhook that PROJECT no longer lists. */
export interface DeletedWebhook {
  readonly kind: string;
  /** The path of its scaffolded code. */
  readonly file: string;
  readonly path: string;
  readonly mutating: boolean;
}

/** The parts of a change that deletes webhooks that concern their registrations. */
interface GoneRegistrations {
  readonly root: string;
  readonly before: ProjectView;
  readonly after: Host;
  readonly deleted: readonly DeletedWebhook[];
  /** The texts of files without the markers of the webhooks, by path. */
  readonly unmarked: ReadonlyMap<string, string>;
}

/** Removes the registrations of deleted webhooks from code that is not scaffolded, and reports the remaining ones. */
export async function withoutGoneRegistrations({ root, before, after, deleted, unmarked }: GoneRegistrations): Promise<{
  readonly texts: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}> {
  const read = (host: Host, path: string): string | undefined => host.read(posix.join(root, path));
  const sources = listCode(after, root).map(({ path, text }) => ({ path: posix.relative(root, path), text }));
  const names = new Set(deleted.flatMap(({ kind }) => [classNameOf(kind), typeNameOf(kind)]));
  const own = sources.flatMap(({ path, text }) => {
    const old = read(before.host, path) ?? '';
    const isAbout = text.includes('webhookManagedBy') && wordsIn(text).some((word) => names.has(word));
    return isAbout && old !== '' ? [{ path, text, old }] : [];
  });
  if (own.length === 0) return { texts: new Map(), diagnostics: [] };
  const { served } = await before.uses();
  const isGone = ({ verb, path }: WebhookRegistration): boolean =>
    deleted.some((each) => each.path === path && each.mutating === (verb === 'mutate'));
  const gone = served.registrations.filter(isGone);
  const texts = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const { path, text, old } of own) {
    // The change has already removed the calls that it merged.
    const found = gone.filter(({ position }) => position.file === path && hasSameCalls(text, old, position));
    if (found.length === 0) continue;
    const now = unmarked.get(path) ?? text;
    // `create webhook` uses a set-up function again if it was kept with its class.
    const isScaffolded = deleted.some(({ file }) => file === path);
    const isUsed = (name: string): boolean =>
      isScaffolded || sources.some((each) => each.path !== path && wordsIn(each.text).includes(name));
    const places = found.map(({ position }) => movedTo(now, old, position));
    const changed = withoutRegistrations(path, now, places, isUsed);
    if (changed.text !== now) texts.set(path, changed.text);
    if (isScaffolded && changed.text === now) continue;
    const paths = new Map(found.map((each, index) => [places[index], each.path]));
    for (const each of changed.left) {
      const position = changed.text === now ? each : movedTo(changed.text, now, each);
      diagnostics.push(diagnostic('webhook-undeployed', { path: paths.get(each)! }, position));
    }
  }
  return { texts, diagnostics };
}

/** Reports whether a change has kept all calls of the method that is called at a position. */
function hasSameCalls(now: string, old: string, position: Position): boolean {
  const method = `.${methodAt(old, new Lines(old).offsetOf(position))}`;
  return now.split(method).length === old.split(method).length;
}

function methodAt(text: string, offset: number): string {
  return /^\w+/.exec(text.slice(offset))?.[0] ?? '';
}

/** Returns the position of a method's name in a changed text that has the same calls of the method. */
function movedTo(now: string, text: string, position: Position): Position {
  const offset = new Lines(text).offsetOf(position);
  const name = methodAt(text, offset);
  const count = text.slice(0, offset).split(`.${name}`).length;
  const parts = now.split(`.${name}`).slice(0, count);
  return { ...position, ...placeOf(now, parts.join(`.${name}`).length + 1) };
}
