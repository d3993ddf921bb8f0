/** Returns a name in readable form: `Min Replicas` for `minReplicas`, `Car Park` for `car-park`. */
export function displayName(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .split(/[\s_.-]+/)
    .filter((each) => each !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
