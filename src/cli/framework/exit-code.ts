/** The exit codes of the process. They are documented, and scripts rely on them. */
export const exitCodes = {
  done: 0,
  diagnostics: 1,
  usage: 2,
  drift: 3,
  internal: 70,
  output: 74,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
