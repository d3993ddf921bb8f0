import {
  controllerManagedBy,
  type Client,
  type Context,
  type Manager,
  type Reconciler,
  type Request,
  type Result,
} from '@operator-gen/runtime';
import { Rbac } from '@operator-gen/runtime/api';
import { groupVersion } from '../api/v1beta1/group-version.js';
import { Course } from '../api/v1beta1/course.types.js';

/** Brings the cluster closer to what a Course asks for. */
@Rbac({
  groups: [groupVersion.group],
  resources: ['courses'],
  verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['courses/status'],
  verbs: ['get', 'update', 'patch'],
})
@Rbac({
  groups: [groupVersion.group],
  resources: ['courses/finalizers'],
  verbs: ['update'],
})
export class CourseReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { log }: Context): Promise<Result | void> {
    const course = await this.#client.getOrNull(Course, request);
    // Deleted meanwhile: what it owned goes with it.
    if (course === null) return;

    log.info('reconciling', { generation: course.metadata.generation });
    // Compare what course.spec asks for with what there is, and change what differs.
  }
}

/** Adds the controller to the manager; called by src/register.ts. */
export async function setupCourseController(manager: Manager): Promise<void> {
  const reconciler = new CourseReconciler(manager.client);
  await controllerManagedBy(manager).for(Course).complete(reconciler);
}
