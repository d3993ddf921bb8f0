/** What the templates of a new project are told. */
export interface InitContext {
  readonly projectName: string;
  /** Name of the Lease by which copies of this operator elect their leader. */
  readonly leaderElectionId: string;
  /** What package.json asks for: versions, or `file:` paths into the folder `vendor`. */
  readonly packages: { readonly operatorGen: string; readonly runtime: string; readonly vendored: boolean };
}

/** What the templates of a kind and of its controller are told. */
export interface ApiContext {
  readonly projectName: string;
  /** Group and domain. */
  readonly apiGroup: string;
  readonly version: string;
  readonly kind: string;
  readonly kindLower: string;
  /** As a variable is called: `webServer`. */
  readonly kindCamel: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Whether the API group is the Kubernetes project's, which then wants to have approved it. */
  readonly protectedGroup: boolean;
}

/** The sets of templates, and what each is told. */
export interface TemplateContexts {
  readonly init: InitContext;
  readonly resource: ApiContext;
  readonly controller: ApiContext;
}
