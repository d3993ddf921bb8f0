import type { Answer } from '../../base/helper/protocol.js';
import type { Helper } from '../../base/helper/helper.js';
import type { Manifest, ManifestSet } from './manifest.js';

/** The API server's answer about an object. */
export interface Verdict {
  readonly manifest: Manifest;
  readonly answer: Answer;
  /** The old version of the object, for an update. */
  readonly old?: Manifest;
}

/** Returns the old version of an object that is updated, if there is one. */
export type OldManifest = (answer: Answer) => Manifest | undefined;

export interface AskOptions {
  /** Texts of CustomResourceDefinitions, in addition to those among the manifests. */
  readonly definitions?: readonly string[];
  /** Whether `definitions` take precedence over those among the manifests. */
  readonly isFixed?: boolean;
  /** Whether the answers contain the objects as they would be stored. */
  readonly stored?: boolean;
  readonly old?: OldManifest;
}

/**
 * Asks the API server about objects. CRDs can be among them, in any order.
 * @throws HelperFailed
 */
export async function verdictsOn(
  helper: Helper,
  manifests: ManifestSet,
  { definitions = [], isFixed = false, stored = false, old }: AskOptions = {},
): Promise<readonly Verdict[]> {
  const ask = (object: string, more: { crds?: readonly string[]; old?: string } = {}): Promise<Answer> =>
    helper.ask({ operation: 'object', object, ...more, ...(stored && { stored }) });
  const [asked, others] = await Promise.all([
    firstVerdicts(manifests, ask),
    firstVerdicts(
      definitions.map((text) => ({ text })),
      ask,
    ),
  ]);
  // The last CRD of a kind counts, as when they are applied.
  const crds = new Map(
    (isFixed ? [...asked, ...others] : [...others, ...asked]).flatMap(({ manifest, answer }) =>
      definedBy(answer).map((kind) => [kind, manifest.text]),
    ),
  );
  return Promise.all(
    asked.map(async ({ manifest, answer }) => {
      const crd = crds.get(kindOf(answer));
      const before = old?.(answer);
      if (crd === undefined && before === undefined) return { manifest, answer };
      const more = { ...(crd !== undefined && { crds: [crd] }), ...(before && { old: before.text }) };
      return { manifest, answer: await ask(manifest.text, more), ...(before && { old: before }) };
    }),
  );
}

/**
 * Asks about objects without using CRDs. Each item of a list is an object.
 * @throws HelperFailed
 */
export function objectsIn(helper: Helper, manifests: ManifestSet): Promise<readonly Verdict[]> {
  return firstVerdicts(manifests, (object) => helper.ask({ operation: 'object', object }));
}

const nestedList = { code: 'invalid-yaml', message: 'a list is an item of another list, which kubectl does not read' };

async function firstVerdicts(
  manifests: ManifestSet,
  ask: (object: string) => Promise<Answer>,
): Promise<readonly Verdict[]> {
  const verdicts = await Promise.all(
    manifests.map(async (manifest): Promise<readonly Verdict[]> => {
      const answer = await ask(manifest.text);
      if (answer.items === undefined) return [{ manifest, answer }];
      if (manifest.list !== undefined) return [{ manifest, answer: { ...answer, problem: nestedList } }];
      const { text } = manifest;
      return firstVerdicts(
        answer.items.map((item, index) => ({ ...manifest, text: item, list: { text, index } })),
        ask,
      );
    }),
  );
  return verdicts.flat();
}

function definedBy({ identity }: Answer): readonly string[] {
  return identity?.defines === undefined ? [] : [identity.defines];
}

/** Returns the kind of an object, in the form of `Identity.defines`. */
export function kindOf({ identity }: Answer): string {
  const [group = '', version] = (identity?.apiVersion ?? '').split('/');
  return `${identity?.kind ?? ''}.${version === undefined ? '' : group}`;
}
