import { Rbac } from '@operator-gen/runtime/api';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';

@Rbac(Deployment, ['get', 'list', 'watch', 'create', 'update'])
@Rbac({ groups: ['core'], resources: ['secrets'], resourceNames: ['web-license'], verbs: ['get'] })
export class WebServerReconciler {}
