import type { KubernetesObject } from '../../runtime/src/api/object.js';
import type { AdmissionRequest } from '../../runtime/src/webhook/admission.js';
import type { WebhookServer } from '../../runtime/src/webhook/server.js';

/** Returns a request as the API server sends it; by default, one to create a Thing. */
export function admissionRequest(parts: Partial<AdmissionRequest<any>> = {}): AdmissionRequest<any> {
  return {
    uid: 'question-1',
    kind: { group: 'example.com', version: 'v1', kind: 'Thing' },
    resource: { group: 'example.com', version: 'v1', resource: 'things' },
    name: 'one',
    namespace: 'default',
    operation: 'CREATE',
    userInfo: { username: 'somebody' },
    object: thing(),
    oldObject: null,
    dryRun: false,
    ...parts,
  };
}

export function thing(spec: object = {}): KubernetesObject & { spec: Record<string, unknown> } {
  return {
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: { name: 'one', namespace: 'default' },
    spec: { ...spec },
  };
}

export function admissionReview(parts: Partial<AdmissionRequest<any>> = {}): object {
  return { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: admissionRequest(parts) };
}

/** The response in an AdmissionReview, as sent over the network. */
export interface WireResponse {
  readonly uid: string;
  readonly allowed: boolean;
  readonly status: {
    readonly code: number;
    readonly message?: string;
    readonly reason?: string;
    readonly details?: any;
  };
  readonly patchType?: string;
  readonly patch?: string;
  readonly warnings?: readonly string[];
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

/** Sends a review to a webhook directly, and returns the response in its review. */
export async function ask(
  server: WebhookServer,
  path: string,
  parts: Partial<AdmissionRequest<any>> = {},
): Promise<WireResponse> {
  const reply = await server.handle({ path, body: admissionReview(parts) });
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.body}`);
  return (JSON.parse(reply.body) as { response: WireResponse }).response;
}

/** Returns the operations of a response's patch. */
export function patchIn({ patch }: WireResponse): unknown {
  return patch === undefined ? undefined : JSON.parse(Buffer.from(patch, 'base64').toString());
}
