import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  controlPlaneCache,
  executableName,
  goPlatform,
  type Environment,
} from '../../../runtime/src/testing/environment/platform.js';
import { hashOfSources, type Buildable } from '../../../scripts/upstream/go.js';
import { clusterProgram, kubernetesVariables, requiredVersion } from '../../../scripts/upstream/go-program.js';

const modulesFolder = fileURLToPath(new URL('modules', import.meta.url));

/** A program that is built from a Go module. */
export interface Program extends Buildable {
  readonly name: string;
  /** The Go module of its package: its version is the one that go.mod requires. */
  readonly module: string;
  /** The version of Go that builds it, such as `go1.23.12`; the installed one by default. */
  readonly toolchain?: string;
}

function kubernetes(name: string): Program {
  const folder = join(modulesFolder, 'kubernetes');
  const module = 'k8s.io/kubernetes';
  const variables = kubernetesVariables(requiredVersion(folder, module));
  return { name, package: `${module}/cmd/${name}`, module, folder, variables };
}

const etcd: Program = {
  name: 'etcd',
  package: 'go.etcd.io/etcd/server/v3',
  module: 'go.etcd.io/etcd/server/v3',
  folder: join(modulesFolder, 'etcd'),
};

/** All parts of a control plane in one program. Its name has a hash of its sources, which the name of the folder does not have. */
export const cluster: Program = {
  ...clusterProgram,
  name: `operator-gen-cluster-${hashOfSources(clusterProgram).slice(0, 12)}`,
  module: 'k8s.io/kubernetes',
};

const toolsFolder = join(modulesFolder, 'tools');
const controllerToolsModule = 'sigs.k8s.io/controller-tools';
const kustomizeModule = 'sigs.k8s.io/kustomize/kustomize/v5';

// Nobody but the linker sets the variables that these programs print as their version.

const controllerGen: Program = {
  name: 'controller-gen',
  package: `${controllerToolsModule}/cmd/controller-gen`,
  module: controllerToolsModule,
  folder: toolsFolder,
  variables: { [`${controllerToolsModule}/pkg/version.version`]: requiredVersion(toolsFolder, controllerToolsModule) },
};

const kustomize: Program = {
  name: 'kustomize',
  package: kustomizeModule,
  module: kustomizeModule,
  folder: toolsFolder,
  variables: { 'sigs.k8s.io/kustomize/api/provenance.version': requiredVersion(toolsFolder, kustomizeModule) },
};

const helmFolder = join(modulesFolder, 'helm');
const helmModule = 'helm.sh/helm/v4';
const helmVersion = requiredVersion(helmFolder, helmModule);

/** Helm, which installs charts. Its name has the version, which the folder of the programs does not have. */
export const helm: Program = {
  name: `helm-${helmVersion.slice(1)}`,
  package: `${helmModule}/cmd/helm`,
  module: helmModule,
  folder: helmFolder,
  variables: { [`${helmModule}/internal/version.version`]: helmVersion },
};

const kuttlFolder = join(modulesFolder, 'kuttl');
const kuttlModule = 'github.com/kudobuilder/kuttl';

/** kuttl, whose verdicts on test cases are compared with ours. Its name has the version, as that of Helm. */
export const kuttl: Program = {
  name: `kuttl-${requiredVersion(kuttlFolder, kuttlModule).slice(1)}`,
  package: `${kuttlModule}/cmd/kubectl-kuttl`,
  module: kuttlModule,
  folder: kuttlFolder,
};

const chainsawFolder = join(modulesFolder, 'chainsaw');
const chainsawModule = 'github.com/kyverno/chainsaw';

/** chainsaw, whose verdicts are compared as those of kuttl. Newer versions of Go do not compile it. */
export const chainsaw: Program = {
  name: `chainsaw-${requiredVersion(chainsawFolder, chainsawModule).slice(1)}`,
  package: chainsawModule,
  module: chainsawModule,
  folder: chainsawFolder,
  toolchain: 'go1.23.12',
};

/** What a whole control plane runs, kubectl included. */
export const controlPlanePrograms: readonly Program[] = [
  etcd,
  ...['kube-apiserver', 'kubectl'].map(kubernetes),
  cluster,
];

/** The tools that this project is measured against. */
export const referenceTools: readonly Program[] = [controllerGen, kustomize, helm, kuttl];

/** The version that a program's go.mod requires, for example `v1.36.3`. */
export function versionOf({ folder, module }: Program): string {
  return requiredVersion(folder, module);
}

/** The folder outside the tree into which this control plane is built: its name holds every version. */
export function controlPlaneFolder(env: Environment = process.env): string {
  const versions = [kubernetes('kubectl'), etcd, controllerGen, kustomize].map(
    (program) => `${program.module === 'k8s.io/kubernetes' ? 'k8s' : program.name}-${versionOf(program).slice(1)}`,
  );
  return join(controlPlaneCache(env), [...versions, goPlatform()].join('-'));
}

/** Where a built program is, whether or not it has been built. */
export function programPath(name: string): string {
  return join(controlPlaneFolder(), executableName(name));
}
