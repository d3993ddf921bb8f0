import { Rbac } from '@operator-gen/runtime/api';

@Rbac({ groups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch', 'create', 'update'] })
@Rbac({ groups: ['core'], resources: ['secrets'], resourceNames: ['web-license'], verbs: ['get'] })
export class WebServerReconciler {}
