import { listAt, numberAt, textAt } from '../../../base/model/json-at.js';
import { isObject, type JsonObject } from '../../../base/model/schema.js';
import { setNewest } from '../../../base/model/set-newest.js';
import type { Subject } from '../show/message.js';

/** A reconcile that has ended. */
export interface Reconciled extends Subject {
  readonly endedAt: number;
  readonly milliseconds: number;
  readonly result: string;
}

/** A reconcile that runs. */
export interface InProcess extends Subject {
  readonly milliseconds: number;
}

/** Objects whose last reconcile is remembered. */
const mostObjects = 10_000;

/** Finds what is new in the states of the controllers that an operator serves at `/debug/controllers`. */
export class Reconciles {
  /** The number of the last reconcile, by controller and object. */
  readonly #last = new Map<string, number>();
  readonly #objects = new Map<string, true>();

  get isEmpty(): boolean {
    return this.#objects.size === 0;
  }

  /** Reports whether an object is one that is reconciled. @param object as in `Reconciled` */
  has(object: string): boolean {
    return this.#objects.has(object);
  }

  /** Returns the reconciles that have ended since the last state, in order. */
  ended(state: JsonObject): readonly Reconciled[] {
    const found = listAt(state, 'controllers')
      .filter(isObject)
      .flatMap((each) => this.#of(each));
    return found.toSorted((one, other) => one.endedAt - other.endedAt);
  }

  #of(controller: JsonObject): readonly Reconciled[] {
    const name = textAt(controller, 'controller');
    return listAt(controller, 'objects').flatMap((each) => {
      const object = textAt(each, 'key');
      const key = `${name} ${object}`;
      setNewest(this.#objects, object, true, mostObjects);
      const last = this.#last.get(key) ?? -Infinity;
      const past = listAt(each, 'reconciles');
      const numbers = past.map((reconcile) => numberAt(reconcile, 'number') ?? 0);
      const newest = numbers.at(-1) ?? last;
      if (newest > last) setNewest(this.#last, key, newest, mostObjects);
      return past
        .filter((_, index) => numbers[index]! > last)
        .map((reconcile) => ({
          controller: name,
          object,
          endedAt: Date.parse(textAt(reconcile, 'endedAt')),
          milliseconds: numberAt(reconcile, 'milliseconds') ?? 0,
          result: textAt(reconcile, 'result'),
        }));
    });
  }
}

/** Returns the reconciles that run. */
export function inProcess(state: JsonObject): readonly InProcess[] {
  return listAt(state, 'controllers')
    .filter(isObject)
    .flatMap((controller) =>
      listAt(controller, 'processing').map((each) => ({
        controller: textAt(controller, 'controller'),
        object: textAt(each, 'key'),
        milliseconds: numberAt(each, 'milliseconds') ?? 0,
      })),
    );
}
