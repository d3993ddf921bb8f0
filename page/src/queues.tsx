import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { PageSample } from '../../src/features/dev/page/data.js';

const parts = ['ready', 'delayed', 'processing'] as const;

/** The depths of the queues now, and over the last minutes. */
export function Queues({ samples }: { readonly samples: readonly PageSample[] }): JSX.Element {
  const now = samples.at(-1)?.queues ?? [];
  if (now.length === 0) return <p class="faint">No controller runs.</p>;
  return (
    <div class="scrolled">
      {now.map((queue) => (
        <section key={queue.controller} aria-label={`Queue of ${queue.controller}`}>
          <h2>{queue.controller}</h2>
          <p>
            {queue.ready} ready, {queue.delayed} delayed, {queue.processing} being reconciled
          </p>
          <Chart controller={queue.controller} samples={samples} />
        </section>
      ))}
    </div>
  );
}

interface Given {
  readonly controller: string;
  readonly samples: readonly PageSample[];
}

function Chart({ controller, samples }: Given): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  useEffect(() => {
    const element = place.current!;
    const made = new uPlot(optionsFor(element), [[]], element);
    chart.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: 180 }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, []);
  useEffect(() => chart.current?.setData(dataOf(controller, samples)), [controller, samples]);
  return <div ref={place} class="chart" role="img" aria-label={`Depth of the queue of ${controller} over time`} />;
}

function dataOf(controller: string, samples: readonly PageSample[]): uPlot.AlignedData {
  const found = samples.map(({ queues }) => queues.find((each) => each.controller === controller));
  return [samples.map(({ at }) => at / 1_000), ...parts.map((part) => found.map((each) => each?.[part] ?? null))];
}

function optionsFor(place: HTMLElement): uPlot.Options {
  const color = (name: string): string => getComputedStyle(place).getPropertyValue(name).trim();
  const axis = { stroke: () => color('--faint'), grid: { stroke: () => color('--line') } };
  return {
    width: place.clientWidth,
    height: 180,
    scales: { y: { range: (_, __, top) => [0, Math.max(5, top)] } },
    axes: [axis, { ...axis, size: 50 }],
    series: [{}, ...parts.map((part) => ({ label: part, stroke: () => color(`--${part}`), width: 2 }))],
  };
}
