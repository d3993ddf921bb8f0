/** The suites that can be selected, by the names of operator-sdk. */
export const optionalSuiteNames = [
  'operatorhubv2',
  'capabilities',
  'categories',
  'good-practices',
  'alpha-deprecated-apis',
] as const;

export type OptionalSuite = (typeof optionalSuiteNames)[number];
