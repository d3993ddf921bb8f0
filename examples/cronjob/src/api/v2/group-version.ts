/** The API group and version of the kinds in this folder. */
export const groupVersion = { group: 'batch.example.com', version: 'v2' } as const;
