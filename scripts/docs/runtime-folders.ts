/** The folders of the runtime with exports, in the order in which users encounter them. */
export const runtimeFolders: Readonly<Record<string, { readonly title: string; readonly about: string }>> = {
  operator: { title: 'Operator', about: 'The operator process: its flags, and the dependencies of its controllers.' },
  manager: {
    title: 'Manager',
    about: 'Runs the controllers and servers of an operator, from the start to the graceful shutdown.',
  },
  controller: {
    title: 'Controllers',
    about: 'Reconcilers, the objects that they watch, and the events that they receive.',
  },
  client: { title: 'Client', about: 'Reads and writes objects, and classifies the errors of the API server.' },
  configuration: {
    title: 'Configuration',
    about: 'The address and credentials of the API server, from a kubeconfig or from the service account of the Pod.',
  },
  transport: {
    title: 'Transport',
    about: 'Connections to an API server: its address, authentication, requests and retries.',
  },
  cache: { title: 'Cache', about: 'Local copies of objects, which watches keep up to date.' },
  controllerutil: {
    title: 'Helpers',
    about: 'Helpers for reconcilers: owner references, finalizers, create or update.',
  },
  conditions: { title: 'Conditions', about: 'The conditions of a status.' },
  events: { title: 'Events', about: 'Kubernetes events about the objects that an operator manages.' },
  queue: { title: 'Queue', about: 'The queue of requests that wait to be reconciled, with rate limits.' },
  leader: { title: 'Leader election', about: 'Ensures that only one replica of an operator is active.' },
  webhook: { title: 'Webhooks', about: 'Defaulting, validating and conversion webhooks.' },
  certificates: { title: 'Certificates', about: 'The certificates that the manager issues for its webhooks.' },
  metrics: { title: 'Metrics', about: 'Metrics for Prometheus, with the names that controller-runtime uses.' },
  serving: { title: 'Serving', about: 'HTTP and HTTPS servers, and their certificates.' },
  timing: { title: 'Time', about: 'The clock, which tests can replace.' },
  json: { title: 'JSON', about: 'Helpers for objects as JSON values: copies, comparison, patches.' },
  errors: {
    title: 'Errors',
    about: 'Errors that are common to all parts. `ApiError` is on the page about the transport.',
  },
  log: { title: 'Logs', about: 'Structured logs, with one JSON object per line.' },
  scalars: { title: 'Quantities and durations', about: 'Exact arithmetic with quantities, and durations as texts.' },
  api: { title: 'Kinds', about: 'Classes and definitions of kinds. Markers have [their own page](../markers.md).' },
  testing: { title: 'Testing', about: 'A real API server for tests, and ways to make requests fail.' },
};
