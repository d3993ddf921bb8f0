import { isMap, isSeq, type Document, type YAMLMap } from 'yaml';
import { insertSorted, setMap } from './project-entry.js';
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
  if (certificates === 'self-signed') {
    if (!isMap(document.get('plugins')) && isMap(document.contents)) {
      document.contents.delete('plugins');
      insertSorted(document, document.contents, 'plugins', {});
    }
    setMap(document, document.get('plugins') as YAMLMap, webhooksPlugin, { certificates });
    return;
  }
  if (!isMap(document.getIn(path))) return;
  document.deleteIn([...path, 'certificates']);
  for (const above of [path, path.slice(0, 1)]) {
    const map = document.getIn(above);
    if (isMap(map) && map.items.length === 0) document.deleteIn(above);
  }
}

const path = ['plugins', webhooksPlugin];
