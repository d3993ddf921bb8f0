import { createManager, setupSignalHandler } from '../../runtime/src/index.js';
import { admissionHandler } from '../../runtime/src/webhook/admission-handler.js';
import { allowed } from '../../runtime/src/webhook/response.js';

// An operator on somebody's own machine: kubeconfig, namespace of the Service, port, and the URL where there is one.
const [kubeconfig, namespace = '', port = '0', url] = process.argv.slice(2);
const service = { name: 'webhooks', namespace };
const lease = process.env['LEASE'];
const manager = await createManager({
  kubeconfig,
  leaderElection: { enabled: lease !== undefined, id: lease, namespace, retryPeriod: 100 },
  webhook:
    url === undefined
      ? { service }
      : { host: '127.0.0.1', port: Number(port), selfSigned: { service: service.name, namespace, url } },
});
if (url !== undefined)
  manager.webhookServer.register(
    '/validate',
    admissionHandler(() => allowed()),
  );
process.on('SIGUSR2', () => {
  throw new Error('out of a callback');
});
try {
  await manager.start(setupSignalHandler());
} catch (error) {
  manager.log.error('the operator ended', { error });
  process.exit(1);
}
