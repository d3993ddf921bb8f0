/** The API group and version of the kinds in this folder. */
export const groupVersion = { group: 'widgets.example.k8s.io', version: 'v1alpha1' } as const;
