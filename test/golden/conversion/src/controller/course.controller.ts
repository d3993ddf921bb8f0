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

/** Reconciles a Course: moves the cluster towards the desired state in its spec. */
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
    // The object was deleted. Its owned objects are garbage collected.
    if (course === null) return;

    log.info('reconciling', { generation: course.metadata.generation });
    // Compare course.spec with the state of the cluster, and apply the differences.
  }
}

/** Registers the controller with the manager. Called by src/register.ts. */
export async function setupCourseController(manager: Manager): Promise<void> {
  const reconciler = new CourseReconciler(manager.client);
  await controllerManagedBy(manager).for(Course).complete(reconciler);
}
