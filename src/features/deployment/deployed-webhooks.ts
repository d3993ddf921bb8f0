import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { objectPlace } from '../../output/kustomize/object-place.js';
import { operatorWorkloads, type OperatorWorkload } from '../../output/kustomize/operator-workloads.js';
import { calledServices, selectedBy } from '../../output/kustomize/service-pods.js';
import { isUntrusted } from '../../output/kustomize/webhook-calls.js';
import { listAt, textAt, textsAt } from '../../base/model/json-at.js';
import { kindAndName, kindOf, nameOf, namespaceOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../base/model/schema.js';
import type { Program } from './deployment.js';
import { fieldPlace } from './field-place.js';
import { issueProblem } from './issued-certificate.js';
import { certificateProblem, portProblem, servingOf, type Problem } from './webhook-serving.js';

/**
 * Warns of deployed webhooks that the API server cannot call although their Service is deployed: the Service selects no
 * Pod or forwards to another port, or the operator has no certificate that the API server trusts. Settings that are
 * known only in the cluster are not checked.
 */
export function callProblems(program: Program): readonly Diagnostic[] {
  const { objects, read } = program;
  const operators = operatorWorkloads(objects);
  return calledServices(objects).flatMap(({ service, port, callers }) => {
    const placeIn = ({ object, file, declaredName }: BuiltObject) =>
      objectPlace(file, read(file) ?? '', kindOf(object), declaredName);
    const of = (found: readonly BuiltObject[]): string => `the webhooks of ${found.map(shown).join(', ')}`;
    const selected = selectedBy(service.object, objects);
    if (selected === undefined) return [];
    if (selected.length === 0) {
      const reason = `the selector of ${shown(service)} matches the Pods of no deployed workload`;
      const remedy = `set it to the labels of the Pods of ${operators.map(({ built }) => shown(built)).join(' or ') || 'the operator'}`;
      return [diagnostic('deployed-webhook', { what: of(callers), reason, remedy }, placeIn(service))];
    }
    return operators
      .filter(({ built }) => selected.includes(built))
      .flatMap((operator) => {
        const serving = servingOf(operator, read);
        if (serving === undefined) return [];
        const wrongPort = portProblem(serving, operator, { service: service.object, port });
        const unserved = certificateProblem(serving, operator);
        const unissued =
          serving.isSelfSigned || unserved !== undefined
            ? undefined
            : issueProblem(serving, operator, { service: service.object, flags: fileFlags }, objects);
        const field = { built: operator.built, container: textAt(operator.container, 'name'), field: 'args' };
        const untrusted = serving.isSelfSigned || unserved !== undefined ? [] : untrustedIn(callers, objects);
        const found = (problem: Problem | undefined, place: () => ReturnType<typeof placeIn>) =>
          problem === undefined ? [] : [diagnostic('deployed-webhook', { what: of(callers), ...problem }, place())];
        return [
          ...found(wrongPort, () => placeIn(service)),
          // A missing argument has no position.
          ...found(unserved, () =>
            serving.isOn && serving.folder === ''
              ? placeIn(operator.built)
              : fieldPlace(unserved?.volume === undefined ? field : volumeField(operator, unserved.volume), program),
          ),
          ...found(unissued, () => placeIn(operator.built)),
          ...untrusted.map(({ caller, ...problem }) =>
            diagnostic('deployed-webhook', { what: of([caller]), ...problem }, placeIn(caller)),
          ),
        ];
      });
  });
}

const fileFlags = '--webhook-cert-name and --webhook-cert-key';
const volumeField = ({ built }: OperatorWorkload, volume: string) => ({ built, field: 'volumes', item: volume });
const shown = ({ object }: BuiltObject): string => kindAndName(object);

/** Returns the callers that do not trust the certificate, with the reason. */
function untrustedIn(
  callers: readonly BuiltObject[],
  objects: readonly BuiltObject[],
): readonly (Problem & { readonly caller: BuiltObject })[] {
  const deployed = {
    namespaces: new Set(objects.map(({ object }) => namespaceOf(object))),
    certificates: objects.map(({ object }) => object).filter((each) => kindOf(each) === 'Certificate'),
  };
  const isSet = isSetInCluster(objects);
  return callers.flatMap((caller) => {
    const missing = missingCertificate(caller.object, deployed);
    if (missing !== undefined) {
      const reason = `${injectFrom} of ${shown(caller)} names the Certificate ${missing}, which config/default does not deploy`;
      return [{ caller, reason, remedy: `deploy the Certificate ${missing}, or correct the annotation` }];
    }
    if (!isUntrusted(caller.object) || isSet) return [];
    const reason = `${shown(caller)} has no certificate that the API server trusts: its caBundle is empty, and no annotation has one injected`;
    return [{ caller, reason, remedy: `set ${injectFrom} to the namespace and the name of the Certificate` }];
  });
}

interface Deployed {
  readonly namespaces: ReadonlySet<string>;
  readonly certificates: readonly JsonObject[];
}

const injectFrom = 'cert-manager.io/inject-ca-from';

/**
 * Returns the missing Certificate that an object refers to; undefined for one of another program, whose namespace has
 * no deployed objects and whose name is unknown.
 */
function missingCertificate(object: JsonObject, { namespaces, certificates }: Deployed): string | undefined {
  const value = textAt(object, 'metadata', 'annotations', injectFrom);
  const [namespace, name] = value.split('/');
  if (namespace === undefined || name === undefined) return undefined;
  const named = certificates.filter((each) => nameOf(each) === name);
  const isThere = named.some((each) => ['', namespace].includes(namespaceOf(each)));
  return (namespaces.has(namespace) || named.length > 0) && !isThere ? value : undefined;
}

const setting = new Set(['patch', 'update', '*']);
const trusting = new Set([
  'validatingwebhookconfigurations',
  'mutatingwebhookconfigurations',
  'customresourcedefinitions',
  '*',
]);

/** Reports whether a deployed role allows a program to set the certificates that the API server trusts. */
function isSetInCluster(objects: readonly BuiltObject[]): boolean {
  return objects.some(
    ({ object }) =>
      kindOf(object) === 'ClusterRole' &&
      listAt(object, 'rules').some(
        (rule) =>
          textsAt(rule, 'verbs').some((each) => setting.has(each)) &&
          textsAt(rule, 'resources').some((each) => trusting.has(each)),
      ),
  );
}
