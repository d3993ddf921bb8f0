import { builtInObjects, type BuiltInObject } from './built-in-objects.js';

/** A workload whose Pods violate some of the Pod Security Standards. */
export interface PodSecurityCase {
  readonly kind: string;
  readonly name: string;
  readonly object: BuiltInObject;
}

const container = { name: 'main', image: 'example.com/image:1' };
const restricted = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};

/** Specs of Pods, from harmless to fully privileged. */
const specs: Readonly<Record<string, object>> = {
  restricted: { containers: [{ ...container, securityContext: restricted }] },
  'nothing said': { containers: [container] },
  'privileged, on the network of the host': {
    hostNetwork: true,
    containers: [{ ...container, securityContext: { privileged: true } }],
  },
  'files of the host, and more capabilities': {
    containers: [{ ...container, securityContext: { capabilities: { add: ['SYS_ADMIN'] } } }],
    initContainers: [{ ...container, name: 'first' }],
    volumes: [{ name: 'root', hostPath: { path: '/' } }],
  },
  'the root user, and an unconfined profile': {
    securityContext: {
      runAsUser: 0,
      seccompProfile: { type: 'Unconfined' },
      sysctls: [{ name: 'kernel.msgmax', value: '1' }],
    },
    containers: [container],
  },
};

const labels = { app: 'it' };

function withPod(object: BuiltInObject, pod: object): BuiltInObject {
  const spec = object['spec'] as Record<string, object>;
  if (object.kind === 'Pod') return { ...object, spec: pod };
  if (object.kind === 'CronJob') {
    const template = { metadata: { labels }, spec: { restartPolicy: 'Never', ...pod } };
    return { ...object, spec: { ...spec, jobTemplate: { spec: { template } } } };
  }
  const restart = object.kind === 'Job' ? { restartPolicy: 'Never' } : {};
  return { ...object, spec: { ...spec, template: { metadata: { labels }, spec: { ...restart, ...pod } } } };
}

const workloads = ['CronJob', 'DaemonSet', 'Deployment', 'Job', 'Pod', 'ReplicaSet', 'StatefulSet'];

/** Each kind that creates Pods, with each of the specs. */
export const podSecurityCases: readonly PodSecurityCase[] = builtInObjects
  .filter(({ kind }) => workloads.includes(kind))
  .flatMap((object) =>
    Object.entries(specs).map(([name, spec]) => ({ kind: object.kind, name, object: withPod(object, spec) })),
  );
