import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { BuiltObject } from '../../../output/kustomize/build.js';
import { objectPlace } from '../../../output/kustomize/object-place.js';
import { calledServices, forwardsElsewhere, selectedBy } from '../../../output/kustomize/service-pods.js';
import { callsService, webhooksOf } from '../../../output/kustomize/webhook-calls.js';
import { kindAndName, kindOf } from '../../../base/model/kubernetes-object.js';
import type { Source } from '../source.js';

/** Workloads of other programs that the API server calls for webhooks. */
export interface ServedElsewhere {
  /** The Services by which it calls them. */
  readonly services: readonly BuiltObject[];
  readonly workloads: readonly BuiltObject[];
}

/**
 * Returns the workloads that serve all deployed webhooks, if none of them runs the operator: a Go project can have a program of
 * its own for webhooks.
 */
export function servedElsewhere(objects: readonly BuiltObject[]): ServedElsewhere | undefined {
  const called = calledServices(objects);
  const services = called.map(({ service }) => service);
  const callers = objects.filter(({ object }) => webhooksOf(object).some(callsService));
  const isKnown = callers.every((each) => called.some((one) => one.callers.includes(each)));
  const isElsewhere = forwardsElsewhere(objects);
  if (services.length === 0 || !isKnown || !services.every(({ object }) => isElsewhere(object))) return undefined;
  const workloads = services.flatMap(({ object }) => selectedBy(object, objects) ?? []);
  return { services: [...new Set(services)], workloads: [...new Set(workloads)] };
}

/** Reports that another program serves the webhooks, so that nothing calls those of the new operator. */
export function elsewhereProblem(source: Source, { services, workloads }: ServedElsewhere): Diagnostic {
  const shown = ({ object }: BuiltObject): string => kindAndName(object);
  const [{ object, file, declaredName }] = services as readonly [BuiltObject];
  const texts = { services: services.map(shown).join(', '), workloads: workloads.map(shown).join(', ') };
  const place = objectPlace(file, source.read(file) ?? '', kindOf(object), declaredName);
  return diagnostic('webhook-elsewhere', texts, { ...place, file: source.shown(place.file) });
}
