import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Answer } from '../../base/helper/protocol.js';
import type { Helper } from '../../base/helper/helper.js';
import { kindOf, objectsIn, type OldManifest, type Verdict } from './ask.js';
import { errorPosition, type TextOf } from './field-position.js';
import { objectName, type ManifestSet } from './manifest.js';

/** The old versions of objects, by kind, namespace and name. */
export interface OldObjects {
  readonly of: OldManifest;
  /** Reports old objects without a new version. */
  readonly unused: (verdicts: readonly Verdict[], textOf: TextOf) => readonly Diagnostic[];
}

/**
 * Reads the old versions of objects.
 * @throws HelperFailed
 */
export async function oldObjects(helper: Helper, manifests: ManifestSet): Promise<OldObjects> {
  const old = new Map((await objectsIn(helper, manifests)).map((each) => [keyOf(each.answer), each]));
  return {
    of: (answer) => old.get(keyOf(answer))?.manifest,
    unused: (verdicts, textOf) => {
      const updated = new Set(verdicts.map(({ answer }) => keyOf(answer)));
      return [...old].flatMap(([key, { manifest, answer }]) => {
        const { identity } = answer;
        if (updated.has(key) || identity === undefined) return [];
        const at = errorPosition(manifest, identity, { type: '', message: '' }, textOf);
        return [diagnostic('unused-old-object', { object: objectName(identity) }, at)];
      });
    },
  };
}

function keyOf(answer: Answer): string {
  const { namespace = 'default', name = '' } = answer.identity ?? {};
  return JSON.stringify([kindOf(answer), namespace, name]);
}
