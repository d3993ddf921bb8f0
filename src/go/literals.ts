/** A key of a composite literal, and its value. */
export interface GoKey {
  readonly name: string;
  readonly offset: number;
  /** The code of the value, with blank strings. */
  readonly value: string;
  /** The range of the value. */
  readonly from: number;
  readonly to: number;
}

/** Returns the keys of a composite literal, without those of literals in it. */
export function keysBetween(
  code: string,
  closing: ReadonlyMap<number, number>,
  open: number,
  close: number,
): readonly GoKey[] {
  const found: GoKey[] = [];
  const finder = /[([{,]|\b([A-Z]\w*)\s*:(?!=)/g;
  finder.lastIndex = open + 1;
  let key: { readonly name: string; readonly offset: number; readonly from: number } | undefined;
  const end = (to: number): void => {
    if (key !== undefined) {
      const text = code.slice(key.from, to);
      const from = to - text.trimStart().length;
      found.push({ ...key, from, to: from + text.trim().length, value: text.trim() });
    }
    key = undefined;
  };
  for (let each = finder.exec(code); each !== null && each.index < close; each = finder.exec(code)) {
    if (each[0] === ',') end(each.index);
    else if (each[1] === undefined) finder.lastIndex = (closing.get(each.index) ?? each.index) + 1;
    else key = { name: each[1], offset: each.index, from: finder.lastIndex };
  }
  end(close);
  return found;
}
