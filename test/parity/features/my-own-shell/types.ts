import { CustomResource, type Int32, Resource, StatusSubresource } from '@operator-gen/runtime/api';

/** MyOwnShellSpec says how many shells there are. */
export class MyOwnShellSpec {
  size!: Int32;
}

export class MyOwnShellStatus {
  nodes?: string[];
}

@Resource({ group: 'my-own-shell.parity.example.com', version: 'v1alpha1' }, { plural: 'myownshells' })
@StatusSubresource()
export class MyOwnShell extends CustomResource {
  spec?: MyOwnShellSpec;
  status?: MyOwnShellStatus;
}
