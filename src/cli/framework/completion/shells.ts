/** The shells with completion. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** The definition of the command `completion` for its own completion. */
export const completionCommandLine = {
  summary: 'Print a script that completes words in a shell',
  shell: { options: [], isVariadic: false, completion: async (): Promise<readonly string[]> => shells },
};
