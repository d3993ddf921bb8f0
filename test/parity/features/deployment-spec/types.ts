import { CustomResource, Resource } from '@operator-gen/runtime/api';

import type {
  DaemonSetUpdateStrategy,
  DeploymentStrategy,
  StatefulSetUpdateStrategy,
} from '@operator-gen/runtime/k8s/apps/v1';

export class DockyardSpec {
  strategy?: DeploymentStrategy;
  stateful?: StatefulSetUpdateStrategy;
  daemon?: DaemonSetUpdateStrategy;
}

@Resource({ group: 'deployment-spec.parity.example.com', version: 'v1' }, { plural: 'dockyards' })
export class Dockyard extends CustomResource {
  spec?: DockyardSpec;
}
