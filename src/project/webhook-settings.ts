import { isMap, isSeq, type Document } from 'yaml';
import { pluginsIn, removeIn } from './plugins.js';
import { setMap } from './project-entry.js';
import { webhooksPlugin, type Certificates, type Project } from './project.js';
import { hasWebhook } from './resources.js';

/** Removes the certificate setting once the project has no webhooks left. */
export function settleCertificates(project: Project, edited: Document): void {
  const resources = edited.get('resources');
  const left = isSeq(resources) ? resources.items : [];
  if (!project.resources.some(hasWebhook) || left.some((each) => isMap(each) && each.has('webhooks'))) return;
  setCertificates(edited, 'cert-manager');
}

/** Sets who issues the certificate of the webhooks; the default is omitted. */
export function setCertificates(document: Document, certificates: Certificates): void {
  if (certificates === 'self-signed') setMap(document, pluginsIn(document), webhooksPlugin, { certificates });
  else removeIn(document, ['plugins', webhooksPlugin, 'certificates']);
}
