import { isMap, isSeq, type Document } from 'yaml';
import { pluginsIn, removeIn } from './plugins.js';
import { setMap } from './project-entry.js';
import { webhooksPlugin, type Certificates, type Project } from './project.js';
import { hasWebhook } from './resources.js';

/** With its last webhook a project loses what was chosen for them. */
export function settleCertificates(project: Project, edited: Document): void {
  const resources = edited.get('resources');
  const left = isSeq(resources) ? resources.items : [];
  if (!project.resources.some(hasWebhook) || left.some((each) => isMap(each) && each.has('webhooks'))) return;
  setCertificates(edited, 'cert-manager');
}

/** Says who makes the certificate of the webhooks; what is usual is not written down. */
export function setCertificates(document: Document, certificates: Certificates): void {
  if (certificates === 'self-signed') setMap(document, pluginsIn(document), webhooksPlugin, { certificates });
  else removeIn(document, ['plugins', webhooksPlugin, 'certificates']);
}
