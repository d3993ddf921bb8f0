import { CustomResource, Minimum, Resource, StatusSubresource, type Int32 } from '@operator-gen/runtime/api';
import { groupVersion } from './group-version.js';

/** MyOwnShellSpec defines the desired state of MyOwnShell. */
export class MyOwnShellSpec {
  /** How many Pods with a shell there should be. */
  @Minimum(0)
  size!: Int32;
}

/** MyOwnShellStatus defines the observed state of MyOwnShell. */
export class MyOwnShellStatus {}

/** MyOwnShell is a number of busybox Pods, each with a shell to work in. */
@Resource(groupVersion, { plural: 'myownshells' })
@StatusSubresource()
export class MyOwnShell extends CustomResource {
  spec!: MyOwnShellSpec;
  status?: MyOwnShellStatus;
}
