/** A function that makes its value when it is first asked for, and lets go of what it is made from. */
export function once<V>(make: () => V): () => V | undefined {
  let made: V | undefined;
  let maker: (() => V) | undefined = make;
  return () => {
    if (maker !== undefined) made = maker();
    maker = undefined;
    return made;
  };
}
