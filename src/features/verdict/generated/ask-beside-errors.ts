import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { emitCrd } from '../../../output/emit/crd.js';
import { toolVersion } from '../../../base/io/tool.js';
import type { Kind } from '../../../base/model/kind.js';
import { crdFile } from '../../../project/paths.js';
import { crdRejections, isAboutRules, isAboutWrittenRules, type CrdProblem } from './crd-rejections.js';
import type { Helper } from '../../../base/helper/helper.js';
import { rejections, type Subject } from '../rejections.js';
import { verifyExpansion } from '../../../language/rules/size-rules.js';
import { visits } from '../../../language/rules/visit.js';
import type { Generated } from '../../../output/generate/generate.js';
import { crdRemedies, remedyAsker } from '../trials/crd-remedies.js';

/**
 * Returns what the API server would reject in addition to errors of operator-gen, so that all problems are reported at
 * once: all problems of kinds without such errors, and for other kinds, those that only the API server's code can find.
 */
export function askBesideErrors(
  helper: Helper,
  { kinds, diagnostics }: Generated,
  source: (file: string) => string | undefined,
): Promise<readonly Diagnostic[]> {
  const asker = remedyAsker(helper);
  const filesWith = (concerned: (each: Diagnostic) => boolean): ReadonlySet<string | undefined> =>
    new Set(diagnostics.filter(concerned).map(({ position }) => position?.file));
  const wrong = filesWith(({ severity }) => severity === 'error');
  const expensive = filesWith(({ code }) => code === 'expensive-rule');
  const subjects = kinds
    // Such a kind cannot be printed.
    .filter((kind) => [...verifyExpansion(kind)].length === 0)
    .map((kind): Subject => {
      const files = filesOf(kind);
      const [hasErrors, hasCosts] = [wrong, expensive].map((each) => files.some((file) => each.has(file)));
      const isReported = (each: CrdProblem): boolean => hasCosts === true && isAboutWrittenRules(each);
      const concerns = (each: CrdProblem): boolean => hasErrors !== true || (isAboutRules(each) && !isReported(each));
      const remedies = (problems: Parameters<typeof crdRemedies>[1]) => crdRemedies(kind, problems, asker);
      return {
        name: crdFile(kind.group, kind.plural),
        text: emitCrd(kind, toolVersion()).text,
        explain: (errors) => crdRejections(kind, errors, { source, remedies, concerns }),
      };
    });
  return rejections(helper, subjects, { has: () => false, keep: () => undefined });
}

/** Returns the files that declare a kind and the types of its fields. */
function filesOf({ kind, versions }: Kind): readonly string[] {
  const roots = versions.map(({ schema, position }) => ({ schema, position, field: kind }));
  return roots.flatMap((root) => [...visits(root)].map(({ position }) => position.file));
}
