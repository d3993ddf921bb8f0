export const groupVersion = { group: 'namespace-import.parity.example.com', version: 'v1' } as const;
