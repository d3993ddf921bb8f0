/** The shells that words are completed in. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** The command `completion` as a shell completes it. */
export const completionCommandLine = {
  summary: 'Print a script that completes words in a shell',
  shell: { options: [], isVariadic: false, completion: async (): Promise<readonly string[]> => shells },
};
