import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { objectPlace } from '../../output/kustomize/object-place.js';
import { webhooksOf } from '../../output/kustomize/webhook-calls.js';
import { objectAt, textAt } from '../../base/model/json-at.js';
import { isCrd, kindAndName, kindOf, nameOf, namespaceOf } from '../../base/model/kubernetes-object.js';
import type { Deployment } from './deployment.js';

type Objects = Deployment['objects'];

/**
 * Warns of deployed webhooks whose Service is not deployed: then the API server rejects the requests that it would send
 * to them. A Service in a namespace without deployed objects belongs to another program, unless the webhook is
 * generated.
 * @param before the objects that were deployed before a change: those that lacked the same Service are not reported
 */
export function serviceProblems({ objects, generated, read }: Deployment, before: Objects = []): readonly Diagnostic[] {
  const isDeployed = deployedIn(objects);
  const namespaces = new Set(objects.map(({ object }) => namespaceOf(object)));
  const own = new Set(generated.map(({ path }) => path));
  const wasDeployed = deployedIn(before);
  return objects.flatMap(({ object, file, declaredName }) => {
    const called = before.filter((each) => kindOf(each.object) === kindOf(object)).flatMap(calledBy);
    const missing = calledBy({ object })
      .filter(({ namespace }) => own.has(file) || namespaces.has(namespace))
      .filter((each) => !isDeployed(each))
      .filter((each) => wasDeployed(each) || !called.some((other) => shown(other) === shown(each)));
    const known = [...new Set(called.filter((each) => isDeployed(each) || !wasDeployed(each)).map(shown))];
    const place = objectPlace(file, read(file) ?? '', kindOf(object), declaredName);
    return [...new Set(missing.map(shown))].map((service) =>
      diagnostic(
        'deployed-without-service',
        {
          what: kindAndName(object),
          service,
          effect: missing.find((each) => each.effect !== '' && shown(each) === service)?.effect ?? '',
          alternative: alternativeTo(known.filter((each) => each !== service)),
        },
        place,
      ),
    );
  });
}

/** Returns the alternative help text. @param known the Services that were called before `adopt` */
function alternativeTo(known: readonly string[]): string {
  return known.length === 0
    ? 'no longer deploy what calls it'
    : `set clientConfig.service in a patch to ${known.join(' or ')}, which was called before adopt`;
}

/** A Service that the API server calls. */
interface Called {
  readonly name: string;
  readonly namespace: string;
  /** The consequence of its absence, as a phrase; empty if requests are answered anyway. */
  readonly effect: string;
}

const shown = ({ name, namespace }: Called): string => `${namespace}/${name}`;

/** Returns a function that reports whether a Service is among objects. */
function deployedIn(objects: Objects): (called: Called) => boolean {
  const services = objects.map(({ object }) => object).filter((each) => kindOf(each) === 'Service');
  return ({ name, namespace }) =>
    services.some((each) => nameOf(each) === name && ['', namespace].includes(namespaceOf(each)));
}

/** Returns the Services that the API server calls because of an object: those of webhooks, or of a conversion. */
function calledBy({ object }: Pick<Objects[number], 'object'>): readonly Called[] {
  return webhooksOf(object)
    .map((caller) => {
      const service = objectAt(caller, 'clientConfig', 'service');
      const failing = isCrd(object)
        ? 'requests for objects in versions other than the stored one'
        : 'the requests that it selects';
      const effect = textAt(caller, 'failurePolicy') === 'Ignore' ? '' : `: ${failing} fail as long as there is none`;
      return { name: textAt(service, 'name'), namespace: textAt(service, 'namespace'), effect };
    })
    .filter(({ name }) => name !== '');
}
