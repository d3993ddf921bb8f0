/** The API group and version of the kinds in this folder. */
export const groupVersion = { group: 'my-first-operator.jgato.io', version: 'v1alpha1' } as const;
