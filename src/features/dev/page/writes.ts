import type { Client } from '@operator-gen/runtime';
import { nameOf, namespaceOf } from '../../../base/model/kubernetes-object.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import { setNewest } from '../../../base/model/set-newest.js';
import { targetText, type WriteTarget } from '../log/audit.js';
import { differencesOf, type Difference } from '../log/differences.js';
import { readObject } from '../operator/observer.js';
import type { PageDifference, PageWrite } from './data.js';

/** A write of the operator. */
export interface Written {
  readonly verb: string;
  readonly at: number;
  readonly target: WriteTarget;
}

/** Objects whose last state is remembered. */
const mostStates = 5_000;
/** Writes that wait to be read. */
const mostWaiting = 200;
/** Fields of a write, and characters of a value. */
const mostFields = 20;
const mostCharacters = 500;

/** Finds out what writes have changed: it reads each object after a write, and compares it with the read before. */
export class WriteReader {
  readonly #client: Client;
  readonly #tell: (write: PageWrite) => void;
  readonly #states = new Map<string, JsonValue>();
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(client: Client, tell: (write: PageWrite) => void) {
    this.#client = client;
    this.#tell = tell;
  }

  /** Reads the object of a write, after those of earlier ones. */
  take(write: Written): void {
    const { verb, at, target } = write;
    const told = { verb, at, object: targetText(target) };
    if (this.#waiting >= mostWaiting) {
      this.#tell({ ...told, note: 'there are too many writes to read them all' });
      return;
    }
    this.#waiting += 1;
    this.#last = this.#last
      .then(async () => this.#tell({ ...told, ...(await this.#result(write)) }))
      .catch(() => this.#tell({ ...told, note: 'the object cannot be read' }))
      .finally(() => (this.#waiting -= 1));
  }

  /** Remembers the states of objects, with which their next writes are compared. */
  remember(group: string, resource: string, objects: readonly JsonObject[]): void {
    for (const each of objects) {
      const key = keyOf({ group, resource, namespace: namespaceOf(each), name: nameOf(each) });
      if (!this.#states.has(key)) setNewest(this.#states, key, each, mostStates);
    }
  }

  /** Resolves when all writes that were taken are told. */
  async settled(): Promise<void> {
    await this.#last;
  }

  async #result({ verb, target }: Written): Promise<Pick<PageWrite, 'differences' | 'note'>> {
    const key = keyOf(target);
    const before = this.#states.get(key);
    if (verb === 'deletecollection' || target.name === '') return { note: 'a write to several objects' };
    if (verb === 'delete') {
      this.#states.delete(key);
      return { note: 'deleted' };
    }
    const after = await readObject(this.#client, target, target);
    setNewest(this.#states, key, after, mostStates);
    if (before === undefined && verb !== 'create') return { note: 'the first write that the page has seen' };
    const isSecret = target.group === '' && target.resource === 'secrets';
    return { differences: differencesOf(before ?? {}, after, mostFields).map((each) => shown(each, isSecret)) };
  }
}

function keyOf({
  group,
  resource,
  namespace,
  name,
}: Pick<WriteTarget, 'group' | 'resource' | 'namespace' | 'name'>): string {
  return JSON.stringify([group, resource, namespace, name]);
}

/** Returns a difference for the page. No page shows the data of a Secret. */
function shown({ path, before, after }: Difference, isSecret: boolean): PageDifference {
  const isHidden = isSecret && !/^(?:apiVersion|kind|type)$/.test(path);
  const text = (value: JsonValue): string => (isHidden ? '(hidden)' : short(JSON.stringify(value)));
  return {
    path,
    ...(before !== undefined && { before: text(before) }),
    ...(after !== undefined && { after: text(after) }),
  };
}

function short(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}...` : text;
}
