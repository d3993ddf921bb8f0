/**
 * The resources of Kubernetes, and their short names, as `kubectl api-resources` lists them. Like the singular names,
 * they take precedence over those of other kinds.
 */
const resources: Readonly<Record<string, readonly string[]>> = {
  apiservices: [],
  bindings: [],
  certificatesigningrequests: ['csr'],
  clusterrolebindings: [],
  clusterroles: [],
  componentstatuses: ['cs'],
  configmaps: ['cm'],
  controllerrevisions: [],
  cronjobs: ['cj'],
  csidrivers: [],
  csinodes: [],
  csistoragecapacities: [],
  customresourcedefinitions: ['crd', 'crds'],
  daemonsets: ['ds'],
  deployments: ['deploy'],
  endpoints: ['ep'],
  endpointslices: [],
  events: ['ev'],
  horizontalpodautoscalers: ['hpa'],
  ingressclasses: [],
  ingresses: ['ing'],
  jobs: [],
  leases: [],
  limitranges: ['limits'],
  mutatingwebhookconfigurations: [],
  namespaces: ['ns'],
  networkpolicies: ['netpol'],
  nodes: ['no'],
  persistentvolumeclaims: ['pvc'],
  persistentvolumes: ['pv'],
  poddisruptionbudgets: ['pdb'],
  pods: ['po'],
  podtemplates: [],
  priorityclasses: ['pc'],
  replicasets: ['rs'],
  replicationcontrollers: ['rc'],
  resourcequotas: ['quota'],
  rolebindings: [],
  roles: [],
  runtimeclasses: [],
  secrets: [],
  serviceaccounts: ['sa'],
  services: ['svc'],
  statefulsets: ['sts'],
  storageclasses: ['sc'],
  validatingwebhookconfigurations: [],
  volumeattachments: [],
};

const resourcesByName: ReadonlyMap<string, string> = new Map(
  Object.entries(resources).flatMap(([plural, shortNames]) =>
    [plural, singularOf(plural), ...shortNames].map((name) => [name, plural] as const),
  ),
);

/** Returns the built-in resource that kubectl means by a name. */
export function builtInResource(name: string): string | undefined {
  return resourcesByName.get(name);
}

function singularOf(plural: string): string {
  if (plural === 'endpoints') return plural;
  return plural.replace(/(?<=cie)s$|(?<=(?:ss|status))es$|s$/, '').replace(/cie$/, 'cy');
}
