/** The suites that can be selected, as operator-sdk names them. */
export const optionalSuiteNames = [
  'operatorhubv2',
  'capabilities',
  'categories',
  'good-practices',
  'alpha-deprecated-apis',
] as const;

export type OptionalSuite = (typeof optionalSuiteNames)[number];
