/** The API group and version of the kinds in this folder. */
export const groupVersion = { group: 'my.domain', version: 'v1' } as const;
