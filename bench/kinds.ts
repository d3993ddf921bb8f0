import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Projects with many kinds, in TypeScript and with the same fields in Go. */

const checkout = fileURLToPath(new URL('..', import.meta.url));

/** A project to measure. */
export interface MadeProject {
  readonly root: string;
  /** Edits a type, so that there is something to do. */
  readonly change: () => void;
}

export interface KindsOptions {
  /** Number of kinds; they are named Kind1 and so on. */
  readonly kinds: number;
  /** Number of kinds that embed PodTemplateSpec. */
  readonly embedding: number;
  /** Number of CEL rules of each kind. */
  readonly rules?: number;
}

/** Creates an operator-gen project: for each kind its types, a controller and an entry in PROJECT. */
export function makeProject(root: string, { kinds, embedding, rules = 0 }: KindsOptions): MadeProject {
  const golden = join(checkout, 'test/golden/init');
  const template = join(checkout, 'test/golden/one-api');
  cpSync(golden, root, { recursive: true });
  const controller = readFileSync(join(template, 'src/controller/webserver.controller.ts'), 'utf8');
  write(root, 'src/api/v1/group-version.ts', readFileSync(join(template, 'src/api/v1/group-version.ts'), 'utf8'));
  const entries = Array.from({ length: kinds }, (_, index) => {
    const kind = `Kind${index + 1}`;
    write(root, typesFile(index), typesOf(kind, index < embedding, rules));
    const named = controller.replaceAll('WebServer', kind).replaceAll('webServer', 'object');
    write(root, `src/controller/kind${index + 1}.controller.ts`, named.replaceAll('webserver', kind.toLowerCase()));
    return `- api:\n    crdVersion: v1\n    namespaced: true\n  controller: true\n  domain: my.domain\n  kind: ${kind}\n  version: v1\n`;
  });
  const project = readFileSync(join(root, 'PROJECT'), 'utf8');
  const listed = `resources:\n${entries.join('')}version: "3"\n`;
  write(root, 'PROJECT', project.replace(/^resources:.*\n/m, '').replace('version: "3"\n', listed));

  const edited = typesFile(kinds - 1);
  const original = readFileSync(join(root, edited), 'utf8');
  let turn = 0;
  const change = (): void => {
    turn += 1;
    write(root, edited, original.replace('How many Pods serve.', `How many Pods serve, for the ${turn}th time.`));
  };
  return { root, change };
}

function typesFile(index: number): string {
  return `src/api/v1/kind${index + 1}.types.ts`;
}

function typesOf(kind: string, embeds: boolean, rules: number): string {
  const marked = Array.from(
    { length: rules },
    (_, index) => `@XValidation({ rule: 'self.replicas < ${1000 + index}' })\n`,
  );
  return `import {
  CustomResource,
  ListMapKey,
  ListType,
  Maximum,
  Minimum,
  MinLength,
  Resource,
  StatusSubresource,
${rules > 0 ? '  XValidation,\n' : ''}  type Condition,
  type Int32,
} from '@operator-gen/runtime/api';
${embeds ? "import type { PodTemplateSpec } from '@operator-gen/runtime/k8s/core/v1';\n" : ''}import { groupVersion } from './group-version.js';

/** A port that is served. */
export class ${kind}Port {
  /** Its name. */
  name!: string;
  /** Its number. */
  @Minimum(1)
  @Maximum(65535)
  port!: Int32;
}

/** What is wanted. */
${marked.join('')}export class ${kind}Spec {
  /** How many Pods serve. */
  @Minimum(0)
  replicas: Int32 = 1;
  /** What they run. */
  @MinLength(1)
  image!: string;
  /** Their environment, by name. */
  environment?: Record<string, string>;
  /** Their ports. */
  @ListType('map')
  @ListMapKey('name')
  ports?: ${kind}Port[];
  /** How they are replaced. */
  strategy?: 'Recreate' | 'RollingUpdate';
${embeds ? '  /** The Pods. */\n  template?: PodTemplateSpec;\n' : ''}}

/** What was seen. */
export class ${kind}Status {
  /** The latest observations, by type. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

/** ${kind} is measured. */
@Resource(groupVersion, { plural: '${kind.toLowerCase()}s' })
@StatusSubresource()
export class ${kind} extends CustomResource {
  spec!: ${kind}Spec;
  status?: ${kind}Status;
}
`;
}

/** Creates a Go module with the same kinds for controller-gen, based on the one next to this file. */
export function makeGoProject(root: string, { kinds, embedding }: KindsOptions): string {
  cpSync(join(checkout, 'bench/controller-gen'), root, { recursive: true });
  for (let index = 0; index < kinds; index += 1) {
    const kind = `Kind${index + 1}`;
    write(root, `api/v1/${kind.toLowerCase()}_types.go`, goTypesOf(kind, index < embedding));
    write(root, `internal/controller/${kind.toLowerCase()}_controller.go`, goControllerOf(kind));
  }
  return root;
}

function goTypesOf(kind: string, embeds: boolean): string {
  return `package v1

import (
${embeds ? '\tcorev1 "k8s.io/api/core/v1"\n' : ''}\tmetav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ${kind}Port is a port that is served.
type ${kind}Port struct {
\t// Its name.
\tName string \`json:"name"\`
\t// Its number.
\t// +kubebuilder:validation:Minimum=1
\t// +kubebuilder:validation:Maximum=65535
\tPort int32 \`json:"port"\`
}

// ${kind}Spec is what is wanted.
type ${kind}Spec struct {
\t// How many Pods serve.
\t// +kubebuilder:validation:Minimum=0
\t// +kubebuilder:default=1
\tReplicas int32 \`json:"replicas,omitempty"\`
\t// What they run.
\t// +kubebuilder:validation:MinLength=1
\tImage string \`json:"image"\`
\t// Their environment, by name.
\tEnvironment map[string]string \`json:"environment,omitempty"\`
\t// Their ports.
\t// +listType=map
\t// +listMapKey=name
\tPorts []${kind}Port \`json:"ports,omitempty"\`
\t// How they are replaced.
\t// +kubebuilder:validation:Enum=Recreate;RollingUpdate
\tStrategy string \`json:"strategy,omitempty"\`
${embeds ? '\t// The Pods.\n\t// +optional\n\tTemplate corev1.PodTemplateSpec `json:"template,omitempty"`\n' : ''}}

// ${kind}Status is what was seen.
type ${kind}Status struct {
\t// The latest observations, by type.
\t// +listType=map
\t// +listMapKey=type
\tConditions []metav1.Condition \`json:"conditions,omitempty"\`
}

// ${kind} is measured.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type ${kind} struct {
\tmetav1.TypeMeta   \`json:",inline"\`
\tmetav1.ObjectMeta \`json:"metadata,omitempty"\`

\tSpec   ${kind}Spec   \`json:"spec,omitempty"\`
\tStatus ${kind}Status \`json:"status,omitempty"\`
}
`;
}

function goControllerOf(kind: string): string {
  const plural = `${kind.toLowerCase()}s`;
  return `package controller

// +kubebuilder:rbac:groups=my.domain,resources=${plural},verbs=get;list;watch;create;update;patch;delete
// +kubebuilder:rbac:groups=my.domain,resources=${plural}/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=my.domain,resources=${plural}/finalizers,verbs=update

// ${kind}Reconciler carries the markers.
type ${kind}Reconciler struct{}
`;
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
