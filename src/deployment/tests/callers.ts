import { forwarded, verifyCertificate, type KubernetesObject } from './access.js';

/** The fields of webhook configurations and CRDs that name the server, and the CA that the API server trusts. */
interface ClientConfig {
  readonly caBundle?: string;
  readonly service?: { readonly name: string; readonly namespace: string; readonly port?: number };
}

/** An object that makes the API server call webhooks. */
export interface Caller extends KubernetesObject {
  readonly webhooks?: readonly { readonly clientConfig: ClientConfig }[];
  readonly spec?: { readonly conversion?: { readonly webhook?: { readonly clientConfig?: ClientConfig } } };
}

/** Connects to the servers of webhooks, and verifies their certificates with the CA bundle that the API server uses. */
export async function verifyCallers({ kind, metadata, webhooks = [], spec }: Caller): Promise<void> {
  const conversion = spec?.conversion?.webhook?.clientConfig;
  const configs = [
    ...webhooks.map(({ clientConfig }) => clientConfig),
    ...(conversion === undefined ? [] : [conversion]),
  ];
  const services = new Map(
    configs.map(({ caBundle = '', service }) => [JSON.stringify([caBundle, service]), { caBundle, service }]),
  );
  for (const { caBundle, service } of services.values()) {
    if (service === undefined) continue;
    const name = `${service.name}.${service.namespace}.svc`;
    if (caBundle === '') throw new Error(`${kind} ${metadata.name} has no CA bundle for ${name}`);
    const ca = Buffer.from(caBundle, 'base64').toString();
    await forwarded({ port: 443, ...service }, (port) => verifyCertificate(port, ca, name)).catch((cause: unknown) => {
      throw new Error(`The CA bundle of ${kind} ${metadata.name} does not verify ${name}: ${String(cause)}`, { cause });
    });
  }
}
