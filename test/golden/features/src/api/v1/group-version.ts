/** The API group and version of the kinds in this folder. */
export const groupVersion = { group: 'yard.example.com', version: 'v1' } as const;
