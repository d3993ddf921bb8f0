/** The API group and version of the kinds in this folder. */
export const groupVersion = { group: 'school.example.edu', version: 'v1' } as const;
