/** The API group and version of the kinds in this folder. */
export const groupVersion = { group: 'cache.example.com', version: 'v1alpha1' } as const;
