import { posix } from 'node:path';
import { LineCounter } from 'yaml';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { pathsIncluded } from '../../../output/kustomize/included-objects.js';
import type { Host } from '../../../base/io/host.js';
import { overlay } from '../../../base/io/overlay.js';
import { fileEntries } from '../../../output/kustomize/file-entries.js';
import type { Plan } from '../../../output/plan/plan.js';
import { isYamlProblem, yamlDocument } from '../../../base/text/yaml-documents.js';
import { kustomizationNames, kustomizations } from '../../../project/paths.js';
import { readableIn } from '../../../project/readable.js';
import { positionsIn } from '../../../project/yaml-position.js';
import { projectTexts } from '../files/project-texts.js';

/** Returns entries of the project's kustomizations that refer to missing files. */
export function danglingEntries(host: Host, root: string): readonly Diagnostic[] {
  const paths = [...projectTexts(host, root, 'config')].filter((path) =>
    kustomizationNames.includes(posix.basename(path)),
  );
  return paths.flatMap((path) => {
    const text = readableIn(host, root)(path) ?? '';
    const lines = new LineCounter();
    const document = yamlDocument(text, { lineCounter: lines });
    // Unreadable files are reported when they are written.
    if (isYamlProblem(document) || document.errors.length > 0) return [];
    const at = positionsIn(path, document, lines);
    const isMissing = (entry: string): boolean => {
      const named = posix.join(posix.dirname(path), entry, '.');
      // Files outside of the project are not checked.
      return named !== '..' && !named.startsWith('../') && isNothing(host, posix.join(root, named));
    };
    return fileEntries(document)
      .filter(({ entry }) => isMissing(entry))
      .map(({ entry, place }) => diagnostic('dangling-kustomization-entry', { entry }, at(...place)));
  });
}

/** Reports whether there is neither a file nor a folder with content: git does not store empty folders. */
function isNothing(host: Host, path: string): boolean {
  const kind = host.kind(path);
  return kind === 'missing' || (kind === 'directory' && host.list(path).length === 0);
}

/** Returns problems, with those that make it impossible to build `config/default` as errors. */
export function withDeployedErrors(
  host: Host,
  root: string,
  { files }: Plan,
  problems: readonly Diagnostic[],
): readonly Diagnostic[] {
  const isDangling = ({ code }: Diagnostic): boolean => code === 'dangling-kustomization-entry';
  const then = overlay(host, new Map(files.map(({ path, after }) => [posix.join(root, path), after])));
  const read = readableIn(then, root);
  const folder = posix.dirname(kustomizations.default);
  const deployed = new Set([folder, ...pathsIncluded(folder, read)]);
  return problems.map((each) =>
    isDangling(each) && deployed.has(posix.dirname(each.position?.file ?? '')) ? { ...each, severity: 'error' } : each,
  );
}
