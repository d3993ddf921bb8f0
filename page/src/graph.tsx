import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** The graph of the project, which is read when it is shown. */
export function Graph(): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState('The sources are read.');
  useEffect(() => {
    const controller = new AbortController();
    load(controller.signal).then(
      (image) => {
        setProblem('');
        place.current?.replaceChildren(image);
      },
      () => {
        if (!controller.signal.aborted) setProblem('The graph cannot be shown: the sources have errors.');
      },
    );
    return () => controller.abort();
  }, []);
  return (
    <div class="scrolled">
      {problem !== '' && (
        <p class="faint" role="status">
          {problem}
        </p>
      )}
      <div ref={place} class="graph" tabIndex={0} role="group" aria-label="Graph of the operator" />
    </div>
  );
}

async function load(signal: AbortSignal): Promise<Element> {
  const answer = await fetch('graph.svg', { signal });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const parsed = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml');
  if (parsed.documentElement.localName !== 'svg') throw new Error('not an image');
  return document.importNode(parsed.documentElement, true);
}
