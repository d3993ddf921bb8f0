/** The API group and version of the kinds in this folder. */
export const groupVersion = { group: 'parking.example.net', version: 'v1' } as const;
