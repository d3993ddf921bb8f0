import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PageDifference, PageWrite } from '../../src/features/dev/page/data.js';
import { time } from './format.js';
import { VirtualList } from './virtual-list.js';

const keyOf = ({ at, verb, object }: PageWrite): string => `${at} ${verb} ${object}`;

/** The last writes, and what the selected one has changed. */
export function Writes({ writes }: { readonly writes: readonly PageWrite[] }): JSX.Element {
  const [selected, setSelected] = useState<string>();
  const detail = writes.find((each) => keyOf(each) === selected);
  if (writes.length === 0)
    return <p class="faint">No writes yet: those are shown that are made while this page is open.</p>;
  return (
    <div class="split">
      <section class="column">
        <VirtualList
          label="Writes"
          items={writes}
          keyOf={keyOf}
          row={({ at, verb, object, differences, note }) => (
            <>
              <span class="number">{time(at)}</span>
              <span class="cell">{verb}</span>
              <span class="wide">{object}</span>
              <span class="faint cell">{differences === undefined ? note : `${differences.length} fields`}</span>
            </>
          )}
          selected={selected}
          onSelect={setSelected}
        />
      </section>
      <section class="column detail" aria-label="Selected write">
        {detail === undefined ? <p class="faint">Select a write to see what it changed.</p> : <Detail {...detail} />}
      </section>
    </div>
  );
}

function Detail({ verb, object, differences = [], note }: PageWrite): JSX.Element {
  return (
    <>
      <h2>
        {verb} {object}
      </h2>
      {note !== undefined && <p>{note}</p>}
      {note === undefined && differences.length === 0 && <p>It changed nothing.</p>}
      {differences.map((each) => (
        <Difference key={each.path} {...each} />
      ))}
    </>
  );
}

function Difference({ path, before, after }: PageDifference): JSX.Element {
  return (
    <div class="difference">
      <code>{path}</code>
      {before !== undefined && <pre class="bad">- {before}</pre>}
      {after !== undefined && <pre class="good">+ {after}</pre>}
    </div>
  );
}
