import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PageObject, PageReconcile } from '../../src/features/dev/page/data.js';
import { duration, time } from './format.js';
import { keyOf } from './store.js';
import { VirtualList } from './virtual-list.js';

const byName = new Intl.Collator('en', { numeric: true });

const orders = ['recent', 'name', 'slowest', 'most failures'] as const;
type Order = (typeof orders)[number];

/** Returns the objects in an order; they come with the most recently reconciled first. */
function sorted(objects: readonly PageObject[], order: Order): readonly PageObject[] {
  const slowest = ({ last }: PageObject): number => Math.max(0, ...last.map(({ milliseconds }) => milliseconds));
  switch (order) {
    case 'recent':
      return objects;
    case 'name':
      return objects.toSorted((one, other) => byName.compare(one.object, other.object));
    case 'slowest':
      return objects.toSorted((one, other) => slowest(other) - slowest(one));
    case 'most failures':
      return objects.toSorted((one, other) => other.failures - one.failures);
  }
}

/** The objects with their last reconciles, and the details of the selected one. */
export function Objects({ objects }: { readonly objects: readonly PageObject[] }): JSX.Element {
  const [filter, setFilter] = useState('');
  const [failing, setFailing] = useState(false);
  const [order, setOrder] = useState<Order>('recent');
  const [selected, setSelected] = useState<string>();
  const word = filter.toLowerCase();
  const shown = sorted(
    objects.filter((each) => keyOf(each).toLowerCase().includes(word) && (!failing || each.error !== undefined)),
    order,
  );
  const detail = objects.find((each) => keyOf(each) === selected);
  return (
    <div class="split">
      <section class="column">
        <div class="filters">
          <label>
            Filter{' '}
            <input
              id="filter"
              type="search"
              value={filter}
              onInput={(event) => setFilter(event.currentTarget.value)}
              aria-keyshortcuts="/"
            />
          </label>
          <label>
            Order{' '}
            <select value={order} onChange={(event) => setOrder(event.currentTarget.value as Order)}>
              {orders.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
          <label>
            <input type="checkbox" checked={failing} onChange={(event) => setFailing(event.currentTarget.checked)} />{' '}
            failing only
          </label>
          <span class="faint" role="status">
            {shown.length} of {objects.length} objects
          </span>
        </div>
        <VirtualList
          label="Objects"
          items={shown}
          keyOf={keyOf}
          row={(each) => <ObjectRow object={each} />}
          selected={selected}
          onSelect={setSelected}
        />
      </section>
      <section class="column detail" aria-label="Selected object">
        {detail === undefined ? <p class="faint">Select an object to see its reconciles.</p> : <Detail {...detail} />}
      </section>
    </div>
  );
}

function ObjectRow({ object: each }: { readonly object: PageObject }): JSX.Element {
  const last = each.last.at(-1);
  return (
    <>
      <span class={each.error === undefined ? 'good mark' : 'bad mark'}>{each.error === undefined ? '✓' : '✗'}</span>
      <span class="wide" title={each.object}>
        {each.object}
      </span>
      <span class="faint cell">{each.controller}</span>
      <span class="number">{last === undefined ? '' : duration(last.milliseconds)}</span>
      <span class="number">{each.reconciles}×</span>
      <span class="number">{last === undefined ? '' : time(last.at)}</span>
    </>
  );
}

function Detail({ controller, object, reconciles, failures, last, error, errorAt }: PageObject): JSX.Element {
  return (
    <>
      <h2>{object}</h2>
      <p>
        {controller}: {reconciles} reconciles, {failures} failed
      </p>
      {error !== undefined && (
        <pre class="bad">
          {error}
          {errorAt === undefined ? '' : `\nat ${errorAt}`}
        </pre>
      )}
      <table>
        <thead>
          <tr>
            <th>time</th>
            <th>duration</th>
            <th>result</th>
            <th>writes</th>
          </tr>
        </thead>
        <tbody>
          {last.toReversed().map((each) => (
            <Row key={each.at} {...each} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Row({ at, milliseconds, result, wrote }: PageReconcile): JSX.Element {
  return (
    <tr>
      <td>{time(at)}</td>
      <td class="number">{duration(milliseconds)}</td>
      <td class={result === 'error' ? 'bad' : ''}>{result}</td>
      <td>{wrote === undefined ? '' : wrote.length === 0 ? 'none' : wrote.join(', ')}</td>
    </tr>
  );
}
