/** The API group and version of the kinds in this folder. */
export const groupVersion = { group: 'fleet.example.org', version: 'v1' } as const;
