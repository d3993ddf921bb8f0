import { posix } from 'node:path';
import { listCode } from '../../../language/analyze/sources.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import { overlay } from '../../../base/io/overlay.js';
import type { Layout } from '../../../project/layout/layout.js';
import { withRegistrations, type Link } from '../../refactor/registrations/add-registrations.js';
import { importedFiles } from '../../refactor/imports/imports.js';
import type { LayoutChange } from '../change-layout.js';
import { exportedNames, servedKinds } from '../edited-code/exported-names.js';
import { overlaid } from '../planned-overlay.js';

/** A registration that cannot be added to the file in which it is scaffolded. */
interface Unplaced {
  /** The class of the kind. */
  readonly kind: string;
  /** The file with the classes of the webhooks. */
  readonly path: string;
  readonly links: readonly Link[];
}

/** Registers new webhooks in the user's code that registers those of the same kind, instead of reporting a manual step. */
export function withMovedRegistrations(host: Host, root: string, after: Layout, change: LayoutChange): LayoutChange {
  let { wanted } = change;
  const diagnostics = change.diagnostics.filter((each) => {
    const unplaced = unplacedIn(each, after);
    const changed = unplaced && registered(overlay(host, overlaid(root, wanted)), root, unplaced);
    if (changed === undefined) return true;
    wanted = [...wanted.filter(({ path }) => path !== changed.path), { ...changed, ownership: 'merged' }];
    return false;
  });
  return { ...change, wanted, diagnostics };
}

/** Returns the remaining steps. The removal of calls from a deleted set-up is one of them only if some code has the calls. */
export function withoutDoneRemovals(
  now: Host,
  root: string,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const isUnplaced = ({ code, help }: Diagnostic): boolean =>
    code === 'edit-by-hand' && (help ?? '').includes('remove this there');
  if (!diagnostics.some(isUnplaced)) return diagnostics;
  const sources = listCode(now, root);
  const isGone = (line: string): boolean => {
    const [created] = /\bnew \w+\(/.exec(line) ?? [];
    return created !== undefined && sources.every(({ text }) => !text.includes(created));
  };
  return diagnostics.filter((each) => !isUnplaced(each) || each.lines?.every(isGone) !== true);
}

function unplacedIn({ code, message, help, lines = [] }: Diagnostic, after: Layout): Unplaced | undefined {
  if (help === undefined || !help.includes('add this')) return undefined;
  const [, path] = (code === 'edit-by-hand' && /^(\S+\.webhook\.ts) no longer has setup\w+,/.exec(message)) || [];
  const scaffolded = path === undefined ? undefined : after.get(path)?.content;
  const [kind] = servedKinds(scaffolded ?? '');
  if (path === undefined || kind === undefined) return undefined;
  const links = lines.flatMap((line) => {
    const [, method, className] = /^\s*\.(with\w+)\(new (\w+)\(\)\)/.exec(line) ?? [];
    return method === undefined || className === undefined ? [] : [{ method, className }];
  });
  return links.length === 0 ? undefined : { kind, path, links };
}

/** Returns the file that registers the webhooks of a kind, with the new ones; undefined if it is not certain which file does. */
function registered(
  host: Host,
  root: string,
  { kind, path, links }: Unplaced,
): { readonly path: string; readonly content: string } | undefined {
  const exported = new Set(exportedNames(host.read(posix.join(root, path)) ?? ''));
  const [found, ...others] = listCode(host, root).filter(({ text }) => servedKinds(text).includes(kind));
  if (found === undefined || others.length > 0 || !links.every(({ className }) => exported.has(className)))
    return undefined;
  const file = posix.relative(root, found.path);
  const missing = links.filter(({ className }) => !found.text.includes(`new ${className}(`));
  const module = moduleOf(path, file, found.text);
  const content = missing.length === 0 ? found.text : withRegistrations(file, found.text, { kind, links, module });
  return content === undefined ? undefined : { path: file, content };
}

/** Returns the import specifier of a file, with the same extension as other imports. */
function moduleOf(path: string, from: string, text: string): string {
  const relative = posix.relative(posix.dirname(from), path).replace(/\.ts$/, '');
  const others = importedFiles(from, text);
  const end = others.some((each) => each.endsWith('.js'))
    ? '.js'
    : others.some((each) => each.endsWith('.ts'))
      ? '.ts'
      : '';
  return `${relative.startsWith('.') ? '' : './'}${relative}${others.length === 0 ? '.js' : end}`;
}
