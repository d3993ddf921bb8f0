/** Template context of a project as a whole. */
export interface ProjectContext {
  readonly projectName: string;
  /** Name of the Lease that replicas of this operator use for leader election. */
  readonly leaderElectionId: string;
  /** Whether the operator watches only its own namespace, and whether it still needs cluster-wide permissions. */
  readonly namespacedOperator: boolean;
  readonly clusterPermissions: boolean;
  /** Whether markers declare the permissions, and not the code alone. */
  readonly declaresPermissions: boolean;
  /** Names of the files listed in kustomizations, each relative to the folder of the kustomization. */
  readonly crds: readonly string[];
  readonly samples: readonly string[];
  readonly helperRoles: readonly string[];
  /** Whether the operator serves webhooks. */
  readonly webhooks: boolean;
  /** Whether there are admission webhooks. Conversion is configured in the CRD of the kind. */
  readonly admission: boolean;
  /** Issuer of the webhook certificate; both are false if there is none. */
  readonly certManager: boolean;
  readonly selfSigned: boolean;
  /** Whether the project has an Issuer of cert-manager: for webhooks, or for the metrics server. */
  readonly issuer: boolean;
  /** Whether values of objects are copied to other objects. */
  readonly replacements: boolean;
  /** The parts of the project that are enabled. */
  readonly grafana: boolean;
  readonly metricsCerts: boolean;
  readonly networkPolicy: boolean;
  readonly podDisruptionBudget: boolean;
  readonly prometheus: boolean;
  readonly workflows: boolean;
  /** The objects into which the CA of the webhooks is injected; all of a kind if they have no name. */
  readonly injected: readonly { readonly kind: string; readonly name: string }[];
  /** Patches of the CRDs whose versions are converted by a webhook. */
  readonly conversions: readonly string[];
  /** The folders of the Helm charts if development tools would read them, and their parent folders in `dist`. */
  readonly chartFolders: readonly string[];
  readonly chartsInDist: readonly string[];
  /** Whether the manager has environment variables. */
  readonly environment: boolean;
  /** The images that Pods of a kind run, and the variable that passes each to the operator. */
  readonly images: readonly { readonly kind: string; readonly variable: string; readonly image: string }[];
}

/** Template context of a new project. */
export interface InitContext extends ProjectContext {
  /** The dependency on the tool in package.json: a version, or a `file:` path into the folder `vendor`. */
  readonly packages: { readonly operatorGen: string; readonly vendored: boolean };
  /** The lines of package.json for the dependencies of the operator itself, with their commas. */
  readonly dependencies: readonly string[];
}

/** Template context of a kind. */
export interface ApiContext {
  readonly projectName: string;
  /** Group and domain. */
  readonly apiGroup: string;
  /** The folder of the group, and the group as a prefix of file and object names; empty if the groups share folders. */
  readonly groupFolder: string;
  readonly groupPrefix: string;
  readonly groupDash: string;
  readonly version: string;
  readonly kind: string;
  /** The name of the class of the kind, which is the kind in PascalCase. */
  readonly typeName: string;
  readonly kindLower: string;
  /** The kind as a variable name: `webServer`. */
  readonly kindCamel: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** The namespace of roles for the kind; empty for ClusterRoles. */
  readonly permissionsNamespace: string;
  /** Whether the API group belongs to the Kubernetes project, which requires an API approval. */
  readonly protectedGroup: boolean;
  /** Whether this is the storage version of several versions. */
  readonly storageOfSeveral: boolean;
}

/** Template context of code for a kind. */
export interface CodeContext extends ApiContext {
  /** Whether this project declares the types. */
  readonly own: boolean;
  /** The name of the kind's class in the code, and the import under that name. */
  readonly className: string;
  readonly classImport: string;
  /**
   * Module that the kind is imported from, empty if no types are available; for a kind of this project, also the module
   * of its group and version.
   */
  readonly typesModule: string;
  readonly groupVersionModule: string;
}

/** Template context of a controller. */
export interface ControllerContext extends CodeContext {
  /** Name of its file and, in PascalCase, of its class. */
  readonly controllerName: string;
  readonly controllerClass: string;
  /** Whether it uses server-side apply for the objects that it owns. */
  readonly ssa: boolean;
  /** Whether markers declare its permissions, and not its code alone. */
  readonly declaresPermissions: boolean;
  /** Its name in the manager; empty for a controller that is named after its kind. */
  readonly ownName: string;
  /** The manifest of a sample, for a kind of this project. */
  readonly sample: string;
  /** Whether the operator converts objects of the kind, and the module from which its test imports the conversion. */
  readonly converts: boolean;
  readonly registerModule: string;
}

/** Template context of a kind whose controller runs Pods of an image; options that were not given are empty. */
export interface DeployImageContext extends ControllerContext {
  /** The variable that contains the image. */
  readonly imageVariable: string;
  readonly containerPort: string;
  readonly runAsUser: string;
  /** Whether that user is root. */
  readonly root: boolean;
  /** The statement that sets the command, and the import of the controller, in Prettier's format. */
  readonly command: string;
  readonly controllerImport: string;
}

/** Template context of the webhooks of a kind. */
export interface WebhookContext extends CodeContext {
  readonly defaulting: boolean;
  readonly validation: boolean;
  /** The manifest of a sample, for a kind of this project. */
  readonly sample: string;
  /** Names of the webhooks, e.g. `mwebserver-v1.my.domain`. */
  readonly defaultingName: string;
  readonly validationName: string;
  /** Paths of the webhooks, e.g. `/mutate-my-domain-v1-webserver`. */
  readonly defaultingPath: string;
  readonly validationPath: string;
  /** Whether the user chose the path, which must then be passed to the server. */
  readonly ownDefaultingPath: boolean;
  readonly ownValidationPath: boolean;
}

/** Template context of a kind that is converted; its version is the hub. */
export interface ConversionContext extends CodeContext {
  /** The versions that are converted to the hub and back. */
  readonly spokes: readonly { readonly version: string; readonly name: string }[];
}

/** Template context of one version that is converted; the version of the kind is the hub. */
export interface SpokeContext extends CodeContext {
  readonly spoke: string;
  /** The name of its converter. */
  readonly spokeName: string;
  /** Module that the kind in the converted version is imported from. */
  readonly spokeTypesModule: string;
}

/** Template context of license files. */
export interface LicenseContext {
  /** The copyright line, e.g. `Copyright 2026 The Authors` */
  readonly copyright: string;
  /** The header of source files as YAML comments. */
  readonly yamlHeader: string;
}

/** The sets of templates of the core, and the context of each. */
export interface TemplateContexts {
  readonly init: InitContext;
  readonly license: LicenseContext;
  readonly 'license-apache2': LicenseContext;
  readonly apis: ProjectContext;
  readonly 'group-version': ApiContext;
  readonly resource: ApiContext;
  readonly 'helper-roles': ApiContext;
  readonly controller: ControllerContext;
  readonly 'deploy-image': DeployImageContext;
  readonly webhook: WebhookContext;
  readonly webhooks: ProjectContext;
  readonly certmanager: ProjectContext;
  readonly 'webhook-certificate': ProjectContext;
  readonly 'metrics-certs': ProjectContext;
  readonly 'pod-disruption-budget': ProjectContext;
  readonly 'self-signed': ProjectContext;
  readonly prometheus: ProjectContext;
  readonly 'network-policy': ProjectContext;
  readonly 'webhook-network-policy': ProjectContext;
  readonly workflows: ProjectContext;
  readonly agents: ProjectContext;
  readonly devcontainer: ProjectContext;
  readonly conversions: ProjectContext;
  readonly conversion: ConversionContext;
  readonly spoke: SpokeContext;
}
