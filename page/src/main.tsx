import { render, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PageEvent, PageLine } from '../../src/features/dev/page/data.js';
import { time } from './format.js';
import { Graph } from './graph.js';
import { Objects } from './objects.js';
import { Queues } from './queues.js';
import { follow, type Data } from './store.js';
import { VirtualList } from './virtual-list.js';
import { Writes } from './writes.js';

const tabs = ['Objects', 'Queues', 'Writes', 'Events', 'Log', 'Graph'] as const;
type Tab = (typeof tabs)[number];

function Page(): JSX.Element {
  const [data, setData] = useState<Data>();
  const [tab, setTab] = useState<Tab>('Objects');
  useEffect(() => follow(setData), []);
  useEffect(() => listenToKeys(setTab), []);
  return (
    <>
      <header>
        <h1>operator-gen dev</h1>
        <Tabs tab={tab} onTab={setTab} />
        <span role="status" class={data?.isConnected === false ? 'bad' : 'faint'}>
          {stateOf(data)}
        </span>
      </header>
      <main>
        <div id="panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
          {data !== undefined && <Panel tab={tab} data={data} />}
        </div>
      </main>
      <footer class="faint">Keys: 1 to {tabs.length} tabs, / filter, arrow keys in tabs and lists</footer>
    </>
  );
}

function stateOf(data: Data | undefined): string {
  if (data === undefined) return 'connecting';
  if (!data.isConnected) return 'dev does not answer';
  return data.isRunning ? 'the operator runs' : 'the operator does not run';
}

interface TabsGiven {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}

function Tabs({ tab, onTab }: TabsGiven): JSX.Element {
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]!;
    onTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="Views" onKeyDown={onKeyDown}>
      {tabs.map((each) => (
        <button
          key={each}
          id={`tab-${each}`}
          type="button"
          role="tab"
          aria-selected={each === tab}
          aria-controls="panel"
          tabIndex={each === tab ? 0 : -1}
          onClick={() => onTab(each)}
        >
          {each}
        </button>
      ))}
    </div>
  );
}

function Panel({ tab, data }: { readonly tab: Tab; readonly data: Data }): JSX.Element {
  switch (tab) {
    case 'Objects':
      return <Objects objects={data.objects} />;
    case 'Queues':
      return <Queues samples={data.samples} />;
    case 'Writes':
      return <Writes writes={data.writes} />;
    case 'Events':
      return <Events events={data.events} />;
    case 'Log':
      return <Log lines={data.lines} />;
    case 'Graph':
      return <Graph />;
  }
}

function Events({ events }: { readonly events: readonly PageEvent[] }): JSX.Element {
  const [selected, setSelected] = useState<string>();
  if (events.length === 0) return <p class="faint">No events since dev was started.</p>;
  return (
    <VirtualList
      label="Events"
      items={events}
      keyOf={({ id }) => id}
      row={({ at, type, reason, object, text }) => (
        <>
          <span class="number">{time(at)}</span>
          <span class={type === 'Warning' ? 'bad cell' : 'cell'}>{reason}</span>
          <span class="cell">{object}</span>
          <span class="wide" title={text}>
            {text}
          </span>
        </>
      )}
      selected={selected}
      onSelect={setSelected}
    />
  );
}

function Log({ lines }: { readonly lines: readonly PageLine[] }): JSX.Element {
  const [selected, setSelected] = useState<string>();
  const numbered = lines.map((each, index) => ({ ...each, key: `${lines.length - index}` }));
  return (
    <VirtualList
      label="Log"
      items={numbered}
      keyOf={({ key }) => key}
      row={({ at, text }) => (
        <>
          <span class="number">{time(at)}</span>
          <span class="wide" title={text}>
            {text}
          </span>
        </>
      )}
      selected={selected}
      onSelect={setSelected}
    />
  );
}

/** Passes the keys on that choose a tab, and focuses the filter on `/`. */
function listenToKeys(onTab: (tab: Tab) => void): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    const isTyping =
      (event.target instanceof HTMLInputElement && event.target.type === 'search') ||
      event.target instanceof HTMLSelectElement;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const tab = tabs[Number(event.key) - 1];
    if (tab !== undefined) onTab(tab);
    if (event.key !== '/') return;
    event.preventDefault();
    onTab('Objects');
    requestAnimationFrame(() => document.getElementById('filter')?.focus());
  };
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}

render(<Page />, document.getElementById('page')!);
