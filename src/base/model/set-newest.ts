/** Sets the newest entry of a map that has a limit, and removes the oldest one beyond it. A map keeps the order in which its keys were added. */
export function setNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
}
