import type { Rendered } from './rendered-chart.js';

/** Returns the problems among the objects of a release: references to missing objects, and names that occur twice. */
export function brokenReferences(objects: readonly Rendered[]): string[] {
  const problems: string[] = [];
  const known = new Set<string>();
  for (const each of objects) {
    const key = keyOf(each.kind, each.metadata.name, each.metadata.namespace);
    if (known.has(key)) problems.push(`${key} is there twice`);
    known.add(key);
  }
  const need = (from: Rendered, kind: string, name: string, namespace?: string): void => {
    if (!known.has(keyOf(kind, name, namespace)))
      problems.push(`${from.kind} ${from.metadata.name}: no ${kind} ${name}`);
  };
  const check: Readonly<Record<string, (each: Rendered) => void>> = {
    RoleBinding: (each) => checkBinding(each, need),
    ClusterRoleBinding: (each) => checkBinding(each, need),
    Deployment: (each) => problems.push(...deploymentProblems(each, objects, need)),
    Service: (each) => problems.push(...serviceProblems(each, objects)),
    Certificate: (each) => need(each, each.spec.issuerRef.kind, each.spec.issuerRef.name, each.metadata.namespace),
    MutatingWebhookConfiguration: (each) => checkWebhooks(each, need),
    ValidatingWebhookConfiguration: (each) => checkWebhooks(each, need),
    CustomResourceDefinition: (each) => {
      if (each.spec.conversion?.strategy === 'Webhook')
        checkService(each, each.spec.conversion.webhook.clientConfig, need);
      checkInjected(each, need);
    },
    ServiceMonitor: (each) => {
      const services = objects.filter(
        (other) => other.kind === 'Service' && isSelected(each.spec.selector.matchLabels, other.metadata.labels),
      );
      const [{ port, scheme }] = each.spec.endpoints;
      if (services.length !== 1 || !services[0].spec.ports.some((one: Rendered) => one.name === port))
        problems.push(`ServiceMonitor ${each.metadata.name} selects ${services.length} Services`);
      const isSecure = !argumentsOf(objects).includes('--metrics-secure=false');
      if ((scheme === 'https') !== isSecure) problems.push(`ServiceMonitor reads ${scheme}`);
      const job = services[0]?.metadata.labels[each.spec.jobLabel];
      const others = jobsOf(objects).filter((other) => other !== job);
      if (others.length > 0) problems.push(`alerts select ${others.join(', ')}, and the metrics have ${job}`);
    },
    NetworkPolicy: (each) => problems.push(...podsOf(each, each.spec.podSelector, objects)),
    PodDisruptionBudget: (each) => problems.push(...podsOf(each, each.spec.selector, objects)),
    Role: (each) => checkNames(each, need),
    ClusterRole: (each) => checkNames(each, need),
  };
  for (const each of objects) check[each.kind]?.(each);
  return problems;
}

/** Returns the jobs that alerts select. */
export function jobsOf(objects: readonly Rendered[]): readonly string[] {
  const rules = objects.filter(({ kind }) => kind === 'PrometheusRule').flatMap(({ spec }) => spec.groups);
  const expressions = rules.flatMap((group) => group.rules.map(({ expr }: Rendered): string => expr));
  return expressions.flatMap((expr) => Array.from(expr.matchAll(/job="([^"]*)"/g), ([, job]) => job!));
}

type Need = (from: Rendered, kind: string, name: string, namespace?: string) => void;

function keyOf(kind: string, name: string, namespace = ''): string {
  return `${kind} ${namespace}/${name}`;
}

function checkBinding(each: Rendered, need: Need): void {
  const { kind, name } = each.roleRef;
  need(each, kind, name, kind === 'Role' ? each.metadata.namespace : undefined);
  for (const subject of each.subjects) need(each, subject.kind, subject.name, subject.namespace);
}

function checkService(each: Rendered, { service }: Rendered, need: Need): void {
  need(each, 'Service', service.name, service.namespace);
}

function checkInjected(each: Rendered, need: Need): void {
  const from = each.metadata.annotations?.['cert-manager.io/inject-ca-from'];
  if (from === undefined) return;
  const [namespace, name] = from.split('/');
  need(each, 'Certificate', name, namespace);
}

function checkWebhooks(each: Rendered, need: Need): void {
  for (const { clientConfig } of each.webhooks) checkService(each, clientConfig, need);
  checkInjected(each, need);
}

const namedKinds: Readonly<Record<string, string>> = {
  secrets: 'Secret',
  mutatingwebhookconfigurations: 'MutatingWebhookConfiguration',
  validatingwebhookconfigurations: 'ValidatingWebhookConfiguration',
};

function checkNames(role: Rendered, need: Need): void {
  for (const { resources = [], resourceNames = [] } of role.rules)
    for (const resource of resources)
      for (const name of resourceNames)
        if (namedKinds[resource] !== undefined)
          need(role, namedKinds[resource], name, resource === 'secrets' ? role.metadata.namespace : undefined);
}

function isSelected(selector: Rendered, labels: Rendered): boolean {
  return Object.entries(selector as object).every(([key, value]) => labels?.[key] === value);
}

const managerIn = (objects: readonly Rendered[]): Rendered => objects.find(({ kind }) => kind === 'Deployment');

function containerOf(objects: readonly Rendered[]): Rendered {
  return managerIn(objects)?.spec.template.spec.containers[0];
}

/** Returns the arguments of the manager. */
export function argumentsOf(objects: readonly Rendered[]): readonly string[] {
  return containerOf(objects)?.args ?? [];
}

function podsOf(each: Rendered, selector: Rendered, objects: readonly Rendered[]): readonly string[] {
  const labels = managerIn(objects)?.spec.template.metadata.labels;
  return isSelected(selector.matchLabels, labels) ? [] : [`${each.kind} ${each.metadata.name} selects no Pods`];
}

function serviceProblems(service: Rendered, objects: readonly Rendered[]): readonly string[] {
  const labels = managerIn(objects)?.spec.template.metadata.labels;
  if (!isSelected(service.spec.selector, labels)) return [`Service ${service.metadata.name} selects no Pods`];
  const opened = containerOf(objects).ports;
  return service.spec.ports
    .filter(
      ({ targetPort }: Rendered) =>
        !opened.some((each: Rendered) => [each.name, each.containerPort].includes(targetPort)),
    )
    .map(({ targetPort }: Rendered) => `Service ${service.metadata.name}: no port ${targetPort}`);
}

function deploymentProblems(deployment: Rendered, objects: readonly Rendered[], need: Need): readonly string[] {
  const { spec, metadata } = deployment.spec.template;
  const { namespace } = deployment.metadata;
  const problems: string[] = [];
  need(deployment, 'ServiceAccount', spec.serviceAccountName, namespace);
  if (!isSelected(deployment.spec.selector.matchLabels, metadata.labels))
    problems.push('the Deployment selects no Pods');
  const issued = objects.filter(({ kind }) => kind === 'Certificate').map((each) => each.spec.secretName);
  for (const { secret } of spec.volumes ?? [])
    if (secret !== undefined && !issued.includes(secret.secretName))
      need(deployment, 'Secret', secret.secretName, namespace);
  for (const { env = [], args = [], volumeMounts = [] } of spec.containers) {
    const names = env.map(({ name }: Rendered) => name);
    if (new Set(names).size < names.length) problems.push(`variables occur twice: ${names.join(', ')}`);
    const valueOf = (name: string): string => env.find((each: Rendered) => each.name === name)?.value;
    if (names.includes('WEBHOOK_SERVICE')) need(deployment, 'Service', valueOf('WEBHOOK_SERVICE'), namespace);
    if (names.includes('WEBHOOK_CERT_SECRET')) need(deployment, 'Secret', valueOf('WEBHOOK_CERT_SECRET'), namespace);
    const volumes = (spec.volumes ?? []).map(({ name }: Rendered) => name);
    for (const { name } of volumeMounts) if (!volumes.includes(name)) problems.push(`no volume ${name}`);
    if (args.includes('--webhook-service=$(WEBHOOK_SERVICE)') && !names.includes('WEBHOOK_SERVICE'))
      problems.push('no variable WEBHOOK_SERVICE');
    problems.push(...certificateProblems(args, volumeMounts, objects));
  }
  return problems;
}

/** Checks that webhooks that the API server calls have a certificate, and that no certificate is mounted without need. */
function certificateProblems(
  args: readonly string[],
  mounts: readonly Rendered[],
  objects: readonly Rendered[],
): readonly string[] {
  const isCalled = objects.some(
    ({ kind, spec }) => kind.endsWith('WebhookConfiguration') || spec?.conversion?.strategy === 'Webhook',
  );
  const isMounted =
    args.some((each) => each.startsWith('--webhook-cert-path=')) && mounts.some(({ name }) => name === 'webhook-certs');
  const isIssued = args.includes('--webhook-self-signed');
  if (isCalled && isMounted === isIssued) return ['the webhooks have no certificate, or two'];
  if (!isMounted && mounts.some(({ name }) => name === 'webhook-certs'))
    return ['a certificate is mounted for nothing'];
  return [];
}
