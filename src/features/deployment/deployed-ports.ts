import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { operatorWorkloads, type OperatorWorkload } from '../../output/kustomize/operator-workloads.js';
import { callsService, webhooksOf } from '../../output/kustomize/webhook-calls.js';
import { textAt, textsAt } from '../../base/model/json-at.js';
import { kindOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../base/model/schema.js';
import type { Position } from '../../base/model/position.js';
import { declaredPorts, listeningIn } from './declared-ports.js';
import type { Program } from './deployment.js';
import { fieldPlace } from './field-place.js';
import { hasOwnOptions } from './own-flags.js';
import { portsOf, type ServedPort } from './served-ports.js';
import { servingOf } from './webhook-serving.js';

const main = 'src/main.ts';

/** A server of a Pod. */
interface Listener {
  readonly container: string;
  readonly port: number;
  /** The address on which it listens; empty for all, undefined if it is unknown. */
  readonly host: string | undefined;
  /** The server, in messages. */
  readonly what: string;
  readonly place: () => Position;
}

/** Warns of servers in one Pod that listen on the same port: the later one fails. */
export function portProblems(program: Program): readonly Diagnostic[] {
  return operatorWorkloads(program.objects).flatMap((operator) => {
    const { object, declaredName } = operator.built;
    const before = new Map<number, Listener[]>();
    return listenersOf(operator, program).flatMap((second) => {
      const others = before.get(second.port) ?? [];
      const first = others.find((each) => isSamePlace(each, second));
      if (first === undefined) {
        before.set(second.port, [...others, second]);
        return [];
      }
      const given = {
        what: `${kindOf(object)} ${declaredName}`,
        effect: 'do not become ready',
        reason: `${first.what} and ${second.what} both listen at the port ${second.port}`,
        remedy: 'give each of them its own port, and update the Services and probes that use it',
      };
      return [diagnostic('deployed-pod', given, second.place())];
    });
  });
}

/** Reports whether two servers cannot listen at the same time. A server on a single address does not block other addresses. */
function isSamePlace(one: Listener, other: Listener): boolean {
  return one.host === other.host || one.host === '' || other.host === '';
}

function listenersOf(operator: OperatorWorkload, program: Program): readonly Listener[] {
  const { built, container } = operator;
  const served = serversOf(operator, program);
  const ofOperator = (served ?? []).map(({ port, host, what, flag }): Listener => {
    const name = textAt(container, 'name');
    const item = textsAt(container, 'args').findLast((each) => each.startsWith(`--${flag}`));
    const field = { built, container: name, field: 'args', ...(item !== undefined && { item }) };
    const place = (): Position => fieldPlace(field, program);
    return { container: name, port, host, what: `${what} of the container ${name}`, place };
  });
  const others = listeningIn(built.object).filter((each) => served === undefined || each !== container);
  return [...ofOperator, ...others.flatMap((each) => declaredBy(each, operator, program))];
}

/** Returns the servers of an operator whose own code does not configure them; undefined for other operators. */
function serversOf(operator: OperatorWorkload, { objects, read }: Program): readonly ServedPort[] | undefined {
  if (hasOwnOptions(main, read(main) ?? '')) return undefined;
  const serving = servingOf(operator, read);
  const hasWebhooks = objects.some(({ object }) => webhooksOf(object).some(callsService));
  const isServed = hasWebhooks && serving?.isOn === true && (serving.isSelfSigned || serving.folder !== '');
  return portsOf(operator, read)?.filter(({ flag }) => flag !== 'webhook-port' || isServed);
}

/** Returns the servers of a container, given the ports that it declares. */
function declaredBy(container: JsonObject, { built }: OperatorWorkload, program: Program): readonly Listener[] {
  const name = textAt(container, 'name');
  const place = (): Position => fieldPlace({ built, container: name, field: 'ports' }, program);
  return [...declaredPorts(container)].map((port) => ({
    container: name,
    port,
    host: undefined,
    what: `the container ${name}`,
    place,
  }));
}
