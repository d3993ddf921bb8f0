/** Returns a function that creates its value on first use, and then releases `make`. */
export function once<V>(make: () => V): () => V | undefined {
  let made: V | undefined;
  let maker: (() => V) | undefined = make;
  return () => {
    if (maker !== undefined) made = maker();
    maker = undefined;
    return made;
  };
}
