import { Pod } from '@operator-gen/runtime/k8s/core/v1';
import type { Cluster } from './cluster.js';
import { inParallel } from './foos.js';

/** Creates Pods like those of a hundred Deployments, each about 3.8 KB as stored, including managed fields. */
export async function createPods({ client }: Cluster, count: number): Promise<void> {
  await inParallel(count, (index) => client.create(Pod, pod(index)));
}

function pod(index: number): Pod {
  const app = `app-${index % 100}`;
  return {
    metadata: {
      name: `${app}-7c5ddbdf54-${index}`,
      namespace: 'default',
      labels: { app, 'pod-template-hash': '7c5ddbdf54', 'app.kubernetes.io/part-of': 'bench' },
      annotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': '8080' },
    },
    spec: {
      containers: [
        {
          name: 'app',
          image: `registry.example.com/team/${app}:1.2.3`,
          args: ['--port=8080', '--log-level=info'],
          ports: [{ name: 'http', containerPort: 8080 }],
          env: ['DATABASE_URL', 'CACHE_URL', 'QUEUE_URL', 'LOG_LEVEL'].map((name) => ({
            name,
            value: `${name}-${app}`,
          })),
          resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
          readinessProbe: { httpGet: { path: '/readyz', port: 8080 }, periodSeconds: 10 },
          livenessProbe: { httpGet: { path: '/healthz', port: 8080 }, periodSeconds: 20 },
          volumeMounts: [{ name: 'config', mountPath: '/etc/app', readOnly: true }],
        },
      ],
      volumes: [{ name: 'config', configMap: { name: app } }],
      tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'bench', effect: 'NoSchedule' }],
    },
  };
}
