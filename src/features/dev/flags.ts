import { completed, matching, on, text, type OptionsOf } from '../../cli/framework/flags.js';

export const devFlags = {
  cluster: completed(
    async () => (await import('../cluster/folder.js')).presentNames(process.env),
    text('--cluster <name>', 'Cluster on this machine (default: the name of the project)'),
  ),
  context: text('--context <name>', 'Context of your kubeconfig, in place of a cluster on this machine'),
  confirm: text('--confirm <name>', 'The name of that context again, in place of the question'),
  webhookUrl: matching(
    '--webhook-url <url>',
    'With --context: the URL at which its API server reaches this machine',
    /^https:\/\/[^/?#@\s]{1,300}$/,
    'it is not a URL such as https://192.168.1.10:9443',
  ),
  samples: on('--samples', 'Apply the samples once the operator runs'),
  down: on('--down', 'Delete the cluster on this machine at the end'),
};

export type DevOptions = OptionsOf<typeof devFlags>;
