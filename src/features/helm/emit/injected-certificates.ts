import type { BuiltObject } from '../../../output/kustomize/build.js';
import { textAt, valueAt } from '../../../base/model/json-at.js';
import { kindOf } from '../../../base/model/kubernetes-object.js';
import { isObject, type JsonObject } from '../../../base/model/schema.js';
import { nameIn } from './names.js';

const injected = 'cert-manager.io/inject-ca-from';

/** The objects of a chart. */
interface Objects {
  readonly project: string;
  readonly objects: readonly BuiltObject[];
}

/**
 * Updates annotations that refer to a Certificate of the chart to the name in the release. Kustomize does not change
 * annotations, so their files contain the final name with the scaffolded prefix, the only known one.
 */
export function withInjectedCertificates<Input extends Objects>(input: Input): Input {
  const certificates = new Map(
    input.objects.flatMap(({ object }) => {
      const name = textAt(object, 'metadata', 'name');
      const suffix = nameIn(name)?.suffix;
      if (kindOf(object) !== 'Certificate' || suffix === undefined) return [];
      return [[`${input.project}-${suffix}`, `${textAt(object, 'metadata', 'namespace')}/${name}`] as const];
    }),
  );
  const change = (built: BuiltObject): BuiltObject => ({ ...built, object: changed(built.object, certificates) });
  return certificates.size === 0 ? input : { ...input, objects: input.objects.map(change) };
}

function changed(object: JsonObject, certificates: ReadonlyMap<string, string>): JsonObject {
  const metadata = valueAt(object, 'metadata');
  const annotations = valueAt(metadata, 'annotations');
  if (!isObject(metadata) || !isObject(annotations)) return object;
  const [, name = ''] = textAt(annotations, injected).split('/');
  const found = certificates.get(name);
  if (found === undefined) return object;
  return { ...object, metadata: { ...metadata, annotations: { ...annotations, [injected]: found } } };
}
