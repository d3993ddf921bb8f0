import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Height of a row in pixels; page.css has the same. */
const rowHeight = 28;
/** Rows that are drawn above and below those that are visible. */
const beyond = 6;

interface Given<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly row: (item: T) => ComponentChildren;
  readonly selected?: string | undefined;
  readonly onSelect?: (key: string) => void;
}

/** A list of any length, of which only the visible rows are in the document. Arrow keys move the selection. */
export function VirtualList<T>({ label, items, keyOf, row, selected, onSelect }: Given<T>): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const height = useHeight(list);
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond);
  const count = Math.ceil(height / rowHeight) + 2 * beyond;
  const index = selected === undefined ? -1 : items.findIndex((each) => keyOf(each) === selected);
  const select = (to: number): void => {
    const next = Math.min(Math.max(to, 0), items.length - 1);
    const item = items[next];
    if (item === undefined) return;
    onSelect?.(keyOf(item));
    const element = list.current!;
    const place = next * rowHeight;
    if (place < element.scrollTop) element.scrollTop = place;
    else if (place + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = place + rowHeight - element.clientHeight;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = targetOf(event.key, index, items.length, Math.max(1, Math.floor(height / rowHeight) - 1));
    if (to === undefined) return;
    event.preventDefault();
    select(to);
  };
  return (
    <div
      ref={list}
      class="list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={index >= first && index < first + count ? `${label}-${index}` : undefined}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div class="all-rows" role="presentation" style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, first + count).map((item, offset) => (
          <div
            key={keyOf(item)}
            id={`${label}-${first + offset}`}
            class="row"
            role="option"
            aria-selected={first + offset === index}
            aria-posinset={first + offset + 1}
            aria-setsize={items.length}
            style={{ top: `${(first + offset) * rowHeight}px` }}
            onClick={() => select(first + offset)}
          >
            {row(item)}
          </div>
        ))}
      </div>
    </div>
  );
}

function useHeight(element: { readonly current: HTMLElement | null }): number {
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const list = element.current!;
    const observer = new ResizeObserver(() => setHeight(list.clientHeight));
    observer.observe(list);
    return () => observer.disconnect();
  }, [element]);
  return height;
}

/** Returns the row that a key leads to. */
function targetOf(key: string, index: number, length: number, page: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'PageDown':
      return index + page;
    case 'PageUp':
      return index - page;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return undefined;
  }
}
