/** What the templates of a project as a whole are told. */
export interface ProjectContext {
  readonly projectName: string;
  /** Name of the Lease by which copies of this operator elect their leader. */
  readonly leaderElectionId: string;
  /** Whether the operator looks after its own namespace alone, and whether it needs rights in the cluster all the same. */
  readonly namespacedOperator: boolean;
  readonly clusterRights: boolean;
  /** Names of files that kustomizations list, each relative to the kustomization's folder. */
  readonly crds: readonly string[];
  readonly samples: readonly string[];
  readonly helperRoles: readonly string[];
  /** Whether the operator serves webhooks. */
  readonly webhooks: boolean;
  /** Whether there is any that is asked about requests; a conversion stands in its CRD. */
  readonly admission: boolean;
  /** Who makes the certificate of the webhooks; both are false where there is none. */
  readonly certManager: boolean;
  readonly selfSigned: boolean;
  /** The objects that are told the CA of the webhooks; all of a kind where they have no name. */
  readonly injected: readonly { readonly kind: string; readonly name: string }[];
  /** Patches of the CRDs whose objects are converted by a webhook. */
  readonly conversions: readonly string[];
  /** Whether the manager is given variables. */
  readonly environment: boolean;
  /** The images that Pods of a kind run, and by which variable the operator knows each. */
  readonly images: readonly { readonly kind: string; readonly variable: string; readonly image: string }[];
}

/** What the templates of a new project are told. */
export interface InitContext extends ProjectContext {
  /** What package.json asks for the tool by: a version, or a `file:` path into the folder `vendor`. */
  readonly packages: { readonly operatorGen: string; readonly vendored: boolean };
  /** The lines of package.json that ask for what the operator itself needs, with their commas. */
  readonly dependencies: readonly string[];
}

/** What the templates of a kind are told. */
export interface ApiContext {
  readonly projectName: string;
  /** Group and domain. */
  readonly apiGroup: string;
  /** The group's own folder, and its name before a file or an object; empty where the groups share their folders. */
  readonly groupFolder: string;
  readonly groupPrefix: string;
  readonly groupDash: string;
  readonly version: string;
  readonly kind: string;
  readonly kindLower: string;
  /** As a variable is called: `webServer`. */
  readonly kindCamel: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** The namespace that roles about the kind are of; empty where they are of the cluster. */
  readonly rightsNamespace: string;
  /** Whether the API group is the Kubernetes project's, which then wants to have approved it. */
  readonly protectedGroup: boolean;
  /** Whether objects are stored in this version of several. */
  readonly storageOfSeveral: boolean;
}

/** What the templates of code about a kind are told. */
export interface CodeContext extends ApiContext {
  /** Whether this project has the types. */
  readonly own: boolean;
  /** What the kind is imported from, empty where nobody has its types; and, where it is our own, its group and version. */
  readonly typesModule: string;
  readonly groupVersionModule: string;
}

/** What the templates of a controller are told. */
export interface ControllerContext extends CodeContext {
  /** Name of its file, and in PascalCase of its class. */
  readonly controllerName: string;
  readonly controllerClass: string;
  /** What the manager is to call it; empty for one that is called after its kind. */
  readonly ownName: string;
  /** Whether kind and name are too long for one line. */
  readonly setUpIsLong: boolean;
  /** Whether the API server asks the operator to convert objects of this project, and what its test imports that from. */
  readonly converts: boolean;
  readonly registerModule: string;
}

/** What the templates of a kind are told whose controller keeps Pods of an image; what was not given is empty. */
export interface DeployImageContext extends ControllerContext {
  /** The variable that names the image. */
  readonly imageVariable: string;
  readonly containerPort: string;
  readonly runAsUser: string;
  /** Whether that is the user who may do everything. */
  readonly root: boolean;
  /** The statement that sets the command, and the import of the controller, as Prettier has them. */
  readonly command: string;
  readonly controllerImport: string;
}

/** What the templates of the webhooks of a kind are told. */
export interface WebhookContext extends CodeContext {
  readonly defaulting: boolean;
  readonly validation: boolean;
  /** The manifest of a sample, where the kind is our own. */
  readonly sample: string;
  /** Their names, e.g. `mwebserver-v1.my.domain`. */
  readonly defaultingName: string;
  readonly validationName: string;
  /** Where the API server finds them, e.g. `/mutate-my-domain-v1-webserver`. */
  readonly defaultingPath: string;
  readonly validationPath: string;
  /** Whether one of the paths was chosen by the user, which the server then has to be told. */
  readonly ownDefaultingPath: boolean;
  readonly ownValidationPath: boolean;
}

/** What the templates of a kind that is converted are told; its version is the hub. */
export interface ConversionContext extends CodeContext {
  /** The versions that are converted to the hub and back. */
  readonly spokes: readonly string[];
}

/** What the templates of one version that is converted are told; the version of the kind is the hub. */
export interface SpokeContext extends CodeContext {
  readonly spoke: string;
  /** What the kind in the version that is converted is imported from. */
  readonly spokeTypesModule: string;
}

/** What the files of a license are told. */
export interface LicenseContext {
  /** `Copyright 2026 The Authors` */
  readonly copyright: string;
  /** The words that code begins with, as comments of YAML. */
  readonly yamlHeader: string;
}

/** The sets of templates, and what each is told. */
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
  readonly 'self-signed': ProjectContext;
  readonly conversions: ProjectContext;
  readonly conversion: ConversionContext;
  readonly spoke: SpokeContext;
}
