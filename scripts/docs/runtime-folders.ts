/** The folders of the runtime that export something, in the order in which one meets them. */
export const runtimeFolders: Readonly<Record<string, { readonly title: string; readonly about: string }>> = {
  manager: { title: 'Manager', about: 'What runs an operator, from its start to its last reconcile.' },
  controller: { title: 'Controllers', about: 'Which objects are looked at, when, and by whom.' },
  client: { title: 'Client', about: 'Reads and writes objects, and says how the API server is reached.' },
  cache: { title: 'Cache', about: 'A mirror of what is read, kept up to date.' },
  controllerutil: { title: 'Helpers', about: 'What most reconcilers do: owners, finalizers, create or update.' },
  conditions: { title: 'Conditions', about: 'The conditions of a status.' },
  events: { title: 'Events', about: 'What an operator tells the users of its objects.' },
  queue: { title: 'Queue', about: 'What waits to be reconciled, and for how long.' },
  leader: { title: 'Leader election', about: 'One of several copies acts.' },
  webhook: { title: 'Webhooks', about: 'Defaulting, validation and conversion, asked for by the API server.' },
  metrics: { title: 'Metrics', about: "What Prometheus reads, under controller-runtime's names." },
  serving: { title: 'Serving', about: 'Servers, and their certificates.' },
  log: { title: 'Logs', about: 'One JSON object a line.' },
  api: { title: 'Kinds', about: 'What stands for a kind. The markers are on [a page of their own](../markers.md).' },
  testing: { title: 'Testing', about: 'A real API server for tests, and what makes it fail.' },
};
