import { CustomResource, type Int32, Resource, StatusSubresource } from '@operator-gen/runtime/api';

export class BuildingStatus {
  standing!: boolean;
}

/** Building is one of several kinds. */
export abstract class Building<Spec> extends CustomResource {
  /** What is asked for. */
  spec!: Spec;
  status?: BuildingStatus;
}

export class TowerSpec {
  storeys!: Int32;
}

/** Tower is a building. */
@Resource({ group: 'kind-with-base.parity.example.com', version: 'v1' }, { plural: 'towers' })
@StatusSubresource()
export class Tower extends Building<TowerSpec> {
  clock?: boolean;
}
