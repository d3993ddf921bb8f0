import { isMap, isScalar, isSeq, LineCounter, type Document } from 'yaml';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { isYamlProblem, yamlDocument } from '../../base/text/yaml-documents.js';
import { positionsIn } from '../../project/yaml-position.js';
import { HelperFailed } from '../../base/helper/helper-process.js';
import type { Helper } from '../../base/helper/helper.js';
import type { Build, Built } from './kustomizations.js';
import { firstThat } from './trials/search-bounds.js';

const lists = ['patches', 'patchesStrategicMerge', 'patchesJson6902'] as const;

/**
 * Returns a failed build with the patch that makes it fail, which the message of kustomize does not name: without this
 * patch and all later ones, the build succeeds.
 * @param read returns the text of the kustomization
 */
export async function withFailedPatch(
  helper: Helper,
  build: Build,
  built: Built,
  read: () => string | undefined,
): Promise<Built> {
  const [failure] = built.diagnostics;
  const text = failure?.code === 'kustomization-failed' ? read() : undefined;
  if (failure === undefined || text === undefined) return built;
  const document = yamlDocument(text);
  if (isYamlProblem(document) || document.errors.length > 0) return built;
  for (const list of lists) {
    const patches = document.get(list);
    if (!isSeq(patches) || patches.items.length === 0) continue;
    const fails = async (count: number): Promise<boolean> => failsWith(helper, build, built.file, text, list, count);
    if (await fails(0)) continue;
    // The build succeeds with none of them, and fails with all of them.
    const index = (await firstThat(patches.items.length, fails)) - 1;
    return { ...built, diagnostics: [namedPatch(failure, built.file, text, list, index)] };
  }
  return built;
}

/** Reports whether the build fails with only the first patches of a list. */
async function failsWith(
  helper: Helper,
  build: Build,
  file: string,
  text: string,
  list: string,
  count: number,
): Promise<boolean> {
  const document = yamlDocument(text) as Document;
  const patches = document.get(list);
  if (isSeq(patches)) patches.items.splice(count);
  try {
    const files = { ...build.files, [file]: String(document) };
    const answer = await helper.ask({ operation: 'kustomize', ...build, files });
    return answer.problem !== undefined;
  } catch (error) {
    if (error instanceof HelperFailed) return true;
    throw error;
  }
}

function namedPatch(failure: Diagnostic, file: string, text: string, list: string, index: number): Diagnostic {
  const lines = new LineCounter();
  const document = yamlDocument(text, { lineCounter: lines }) as Document;
  const patch = document.getIn([list, index], true);
  const named: unknown = isMap(patch) ? patch.get('path') : isScalar(patch) ? patch.value : undefined;
  const name = typeof named === 'string' && !named.includes('\n') ? named : `${list}[${index}]`;
  const reason = failure.message.replace(`kustomize cannot build ${file}: `, '');
  return {
    ...failure,
    ...diagnostic(
      'kustomization-failed',
      { file, reason: `the patch ${name} fails: ${reason}` },
      positionsIn(file, document, lines)(list, index),
    ),
  };
}
