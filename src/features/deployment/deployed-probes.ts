import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { operatorWorkloads, type OperatorWorkload } from '../../output/kustomize/operator-workloads.js';
import { listAt, objectAt, textAt, valueAt } from '../../base/model/json-at.js';
import { kindOf } from '../../base/model/kubernetes-object.js';
import { isObject, type JsonObject } from '../../base/model/schema.js';
import { canServe, listeningIn } from './declared-ports.js';
import type { Program } from './deployment.js';
import { fieldPlace } from './field-place.js';
import { portsOf, type ServedPort } from './served-ports.js';

const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;

/** Warns of probes that no server of the operator answers, given its arguments. */
export function probeProblems(program: Program): readonly Diagnostic[] {
  const { objects, read, folder } = program;
  return operatorWorkloads(objects).flatMap((operator) => {
    const served = portsOf(operator, read);
    if (served === undefined) return [];
    const { built, container } = operator;
    const { object, declaredName } = built;
    const name = textAt(container, 'name');
    const where = folder === undefined ? '' : ` in ${folder}`;
    return probes.flatMap((field) => {
      const found = problemOf(objectAt(container, field), operator, served);
      if (found === undefined) return [];
      const what = `the ${field} of the container ${name} of ${kindOf(object)} ${declaredName}${where}`;
      const remedy = remedyFor(field, served);
      return [
        diagnostic(
          'deployed-probe',
          { what, ...found, remedy },
          fieldPlace({ built, container: name, field }, program),
        ),
      ];
    });
  });
}

interface Problem {
  /** The request of the probe, in messages. */
  readonly asked: string;
  /** The reason why it gets no answer. */
  readonly reason: string;
}

const kinds = ['httpGet', 'tcpSocket', 'grpc'] as const;

/** The request of a probe. */
interface Request {
  readonly kind: (typeof kinds)[number];
  readonly scheme: string;
  readonly path: string;
}

/** Returns the problem of a probe; undefined for one that is answered, and for a program that runs in the container. */
function problemOf(
  probe: JsonObject,
  { built, container }: OperatorWorkload,
  served: readonly ServedPort[],
): Problem | undefined {
  const kind = kinds.find((each) => isObject(valueAt(probe, each)));
  // Another host is outside of the Pod.
  if (kind === undefined || textAt(probe, kind, 'host') !== '') return undefined;
  const scheme = textAt(probe, kind, 'scheme') || 'HTTP';
  const path = textAt(probe, kind, 'path') || '/';
  const given = valueAt(probe, kind, 'port');
  const name = typeof given === 'number' ? String(given) : textAt(probe, kind, 'port');
  const port = typeof given === 'number' ? given : namedPort(name, container);
  const asked = `${kind === 'httpGet' ? `${path} over ${scheme}` : kind} at port ${name}`;
  if (port === undefined) return { asked, reason: `the container has no port with the name ${name}` };
  const server = served.find((each) => each.port === port);
  const isBeside = listeningIn(built.object).some((each) => each !== container && canServe(each, port));
  // The containers of a Pod share its address.
  if (isBeside && (server === undefined || server.unreachable !== undefined)) return undefined;
  const reason =
    server === undefined
      ? 'with its arguments, the operator starts no server on this port'
      : refusal({ kind, scheme, path }, server);
  return reason === undefined ? undefined : { asked, reason };
}

/** Returns the reason why a server does not answer a probe; undefined if it does. */
function refusal({ kind, scheme, path }: Request, server: ServedPort): string | undefined {
  const { what, unreachable, paths, answers } = server;
  if (unreachable !== undefined) return unreachable;
  if (kind === 'tcpSocket') return undefined;
  if (kind === 'grpc') return `${what} does not speak gRPC`;
  if (scheme !== server.scheme) return `${what} speaks ${server.scheme}`;
  const isAnswered = paths.some((each) => path === each || path.startsWith(`${each}/`) || path.startsWith(`${each}?`));
  return isAnswered ? undefined : `${what} answers ${answers}`;
}

function namedPort(name: string, container: JsonObject): number | undefined {
  const found = listAt(container, 'ports').find((each) => textAt(each, 'name') === name);
  const port = valueAt(found, 'containerPort');
  if (typeof port === 'number') return port;
  return /^\d+$/.test(name) ? Number(name) : undefined;
}

/** Returns the probe that the operator would answer. */
function remedyFor(field: (typeof probes)[number], served: readonly ServedPort[]): string {
  const health = served.find(({ isHealth }) => isHealth);
  const path = field === 'readinessProbe' ? '/readyz' : '/healthz';
  const set = `set httpGet to path: ${path}, port: ${health?.port ?? 8081}, scheme: HTTP`;
  const isServed = health !== undefined && health.unreachable === undefined;
  return isServed ? set : `${set}, and --health-probe-bind-address=:${health?.port ?? 8081} in the arguments`;
}
