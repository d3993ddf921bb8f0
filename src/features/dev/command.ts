import { defineCommand } from '../../cli/framework/command.js';
import { usageError } from '../../cli/framework/usage-error.js';
import { optionsOf, type Given } from '../../cli/framework/flags.js';
import type { Interview } from '../../cli/framework/interview.js';
import { devFlags } from './flags.js';

export const dev = defineCommand({
  name: 'dev',
  summary: 'Run the operator here, and again after each change',
  description: `Run the operator of this project on this machine, in a cluster that is created for it: generate on save, apply what has
changed, build, and start the operator again, as its service account with the generated roles. Webhooks are served from this machine.

It runs the code of the project, its script build, and what they start, as npm start does.`,
  examples: `On a terminal, keys restart the operator (r), apply and delete the samples (s, d), show the conditions of all objects (t), add
missing permissions (f), start a shell for kubectl (k), print the address of the page (p) and quit (q). On another input,
lines with restart, samples, delete-samples, conditions, fix, page and quit do the same.

Examples:
  $ operator-gen dev
  $ operator-gen dev --samples --down

In the cluster of your kubeconfig, after a question:
  $ operator-gen dev --context kind-kind

For tools, with one JSON object in each line:
  $ operator-gen dev --output json
`,
  flags: devFlags,
  writes: true,
  isLive: true,
  complete: async () => completeOptions,
  operation: async () => (await import('./run.js')).dev,
});

/** Has the user confirm the context: it can be that of a cluster that others depend on. */
async function completeOptions(given: Given<typeof devFlags>, interview: Interview) {
  const { context, confirm } = given;
  await refuseOddFlags(given);
  if (context === undefined || confirm === context) return { given, options: optionsOf('dev', devFlags, given) };
  if (confirm !== undefined)
    (await import('./reporting.js')).refuse('context-not-confirmed', { context, confirmed: confirm });
  if (!interview.interactive) throw usageError('dev', 'missing-flag', { flags: ['--confirm'] });
  const confirmed = await interview.text({
    flag: '--confirm',
    message: `dev changes the cluster of the context ${context}. Type the name of the context to go on`,
    refuse: (answer) => (answer === context ? undefined : `It is not ${context}`),
  });
  const all = { ...given, confirm: confirmed };
  return { given: all, options: optionsOf('dev', devFlags, all) };
}

/** Refuses flags of one kind of cluster together with those of the other. */
async function refuseOddFlags({ context, confirm, webhookUrl, cluster, down }: Given<typeof devFlags>): Promise<void> {
  const { refuse } = await import('./reporting.js');
  const ofOwn = { '--cluster': cluster !== undefined, '--down': down === true };
  const ofContext = { '--confirm': confirm !== undefined, '--webhook-url': webhookUrl !== undefined };
  const given = (flags: Readonly<Record<string, boolean>>) => Object.keys(flags).find((each) => flags[each]);
  const [own, other] = [given(ofOwn), given(ofContext)];
  if (context !== undefined && own !== undefined) refuse('conflicting-flags', { one: '--context', other: own });
  if (context === undefined && other !== undefined) refuse('flag-requires-flag', { flag: other, needed: '--context' });
}
