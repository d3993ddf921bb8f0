import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { objectPlace } from '../../kustomize/object-place.js';
import { listAt, mappingAt, textAt, valueAt } from '../../model/json-at.js';
import { kindOf, nameOf } from '../../model/kubernetes-object.js';
import type { JsonObject } from '../../model/schema.js';
import type { Deployment } from './deployment.js';

const namespaceOf = (object: JsonObject): string => textAt(object, 'metadata', 'namespace');

/**
 * Warns of deployed webhooks whose Service is not deployed: then the API server rejects the requests that it would ask them
 * about. One in a namespace in which nothing is deployed is of another program, unless the webhook is generated.
 */
export function serviceProblems({ objects, generated, read }: Deployment): readonly Diagnostic[] {
  const services = objects.map(({ object }) => object).filter((each) => kindOf(each) === 'Service');
  const isDeployed = (name: string, namespace: string): boolean =>
    services.some((each) => nameOf(each) === name && ['', namespace].includes(namespaceOf(each)));
  const namespaces = new Set(objects.map(({ object }) => namespaceOf(object)));
  const own = new Set(generated.map(({ path }) => path));
  return objects.flatMap(({ object, file, declaredName }) => {
    const missing = calledServices(object)
      .filter(({ namespace }) => own.has(file) || namespaces.has(namespace))
      .filter(({ name, namespace }) => !isDeployed(name, namespace))
      .map(({ name, namespace }) => `${namespace}/${name}`);
    const what = `${kindOf(object)} ${nameOf(object)}`;
    const place = objectPlace(file, read(file) ?? '', kindOf(object), declaredName);
    return [...new Set(missing)].map((service) => diagnostic('deployed-without-service', { what, service }, place));
  });
}

/** Returns the Services that an object has the API server call: those of webhooks, and that of a conversion. */
function calledServices(object: JsonObject): readonly { readonly name: string; readonly namespace: string }[] {
  const isDefinition = kindOf(object) === 'CustomResourceDefinition';
  const callers = isDefinition ? [valueAt(object, 'spec', 'conversion', 'webhook')] : listAt(object, 'webhooks');
  return callers
    .map((each) => mappingAt(each, 'clientConfig', 'service'))
    .map((service) => ({ name: textAt(service, 'name'), namespace: textAt(service, 'namespace') }))
    .filter(({ name }) => name !== '');
}
