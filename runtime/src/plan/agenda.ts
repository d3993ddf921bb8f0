import { keyText } from '../cache/object-key.js';
import type { Controller } from '../controller/controller.js';
import type { RequestQueue } from '../controller/event-handlers.js';
import type { Request } from '../controller/reconciler.js';
import { plannedEvents } from './scope.js';

/** Object that a controller is to reconcile. */
export interface Item {
  readonly controller: Controller;
  readonly request: Request;
}

/** Returns a key of an item that is unique among all controllers. */
export function itemKey({ controller, request }: Item): string {
  return `${controller.name} ${keyText(request)}`;
}

/**
 * Objects to reconcile: those that exist at the start, and those that planned writes lead to. Later events of the cluster
 * do not count.
 */
export class Agenda {
  readonly #existing = new Map<string, Item>();
  readonly #following = new Map<string, Item>();
  readonly #isSelected: (request: Request) => boolean;
  #isFilling = true;
  /** Number of requests so far. */
  added = 0;

  /** @param isSelected returns false for the requests that are left out */
  constructor(isSelected: (request: Request) => boolean) {
    this.#isSelected = isSelected;
  }

  /** Returns the queue to which the sources of a controller add requests. */
  queueOf(controller: Controller): RequestQueue {
    return {
      add: (request) => {
        const item = { controller, request };
        if (this.#isFilling) this.#add(this.#existing, item);
        else if (plannedEvents.getStore() === true) this.follow(item);
      },
    };
  }

  /** Ends the time in which all requests count; returns their objects, by controller, namespace and name. */
  filled(controllers: readonly Controller[]): readonly Item[] {
    this.#isFilling = false;
    const order = (item: Item): string => `${item.request.namespace ?? ''}/${item.request.name}`;
    return [...this.#existing.values()].toSorted(
      (one, other) =>
        controllers.indexOf(one.controller) - controllers.indexOf(other.controller) ||
        compare(order(one), order(other)),
    );
  }

  follow(item: Item): void {
    this.#add(this.#following, item);
  }

  /** Takes the next object that a planned write leads to. */
  next(): Item | undefined {
    const [first] = this.#following;
    if (first === undefined) return undefined;
    this.#following.delete(first[0]);
    return first[1];
  }

  #add(items: Map<string, Item>, item: Item): void {
    if (!this.#isSelected(item.request)) return;
    this.added += 1;
    items.set(itemKey(item), item);
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
