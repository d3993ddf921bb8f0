import type { Tree } from './tree.js';

const project = `domain: shop.example
layout:
- go.kubebuilder.io/v4
plugins:
  grafana.kubebuilder.io/v1-alpha: {}
projectName: lantern
repo: example.com/lantern
resources:
- api:
    crdVersion: v1
    namespaced: true
  controller: true
  domain: shop.example
  group: light
  kind: Lantern
  path: example.com/lantern/api/v1
  version: v1
  webhooks:
    validation: true
    webhookVersion: v1
version: "3"
`;

/** Returns the CRD of a kind with one required field. */
export function lanternCrd({ kind = 'Lantern', plural = 'lanterns', group = 'light.shop.example' } = {}): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${plural}.${group}
spec:
  group: ${group}
  names:
    kind: ${kind}
    listKind: ${kind}List
    plural: ${plural}
    singular: ${kind.toLowerCase()}
  scope: Namespaced
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        description: ${kind} shines.
        properties:
          apiVersion:
            type: string
          kind:
            type: string
          metadata:
            type: object
          spec:
            properties:
              brightness:
                description: In percent.
                format: int32
                maximum: 100
                minimum: 0
                type: integer
            required:
            - brightness
            type: object
        required:
        - spec
        type: object
    served: true
    storage: true
    subresources:
      status: {}
`;
}

/** A controller in Go that owns a kind of Kubernetes and watches another one. */
export const lanternController = `package controller

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	lightv1 "example.com/lantern/api/v1"
)

// LanternReconciler lights lanterns.
type LanternReconciler struct{}

// +kubebuilder:rbac:groups=light.shop.example,resources=lanterns,verbs=get;list;watch
// +kubebuilder:rbac:groups=light.shop.example,resources=lanterns/status,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update
// +kubebuilder:rbac:groups="",resources=secrets,verbs=get;list;watch

// Reconcile is not ctrl.NewControllerManagedBy(mgr).For(&appsv1.DaemonSet{}).
func (r *LanternReconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, nil
}

func (r *LanternReconciler) SetupWithManager(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&lightv1.Lantern{}, builder.WithPredicates(predicate.GenerationChangedPredicate{})).
		Owns(&appsv1.Deployment{}).
		// A comment in the chain: .Owns(&appsv1.DaemonSet{})
		Watches(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.lanternsOf)).
		WithOptions(controller.Options{MaxConcurrentReconciles: 4}).
		Named("lantern-lighter").
		Complete(r)
}
`;

const webhook = `package v1

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	lightv1 "example.com/lantern/api/v1"
)

// +kubebuilder:webhook:path=/check-lantern,mutating=false,failurePolicy=ignore,sideEffects=None,groups=light.shop.example,resources=lanterns,verbs=create,versions=v1,name=vlantern.shop.example,admissionReviewVersions=v1

type LanternValidator struct{}

func (v *LanternValidator) ValidateCreate(_ context.Context, obj *lightv1.Lantern) (admission.Warnings, error) {
	return nil, nil
}
`;

const main = `package main

import (
	"flag"

	ctrl "sigs.k8s.io/controller-runtime"
)

func main() {
	var color string
	flag.StringVar(&color, "color", "warm", "The color of lanterns.")
	mgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		LeaderElectionID: "lantern.shop.example",
		GracefulShutdownTimeout: nil,
	})
	_, _ = mgr, err
}
`;

const role = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: manager-role
rules:
- apiGroups:
  - ""
  resources:
  - secrets
  verbs:
  - get
  - list
  - watch
- apiGroups:
  - apps
  resources:
  - deployments
  verbs:
  - create
  - get
  - list
  - update
  - watch
- apiGroups:
  - light.shop.example
  resources:
  - lanterns
  verbs:
  - get
  - list
  - watch
- apiGroups:
  - light.shop.example
  resources:
  - lanterns/status
  verbs:
  - update
`;

const manager = `# Where lanterns are lit.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: controller-manager
  namespace: system
spec:
  template:
    spec:
      containers:
      - command:
        - /manager
        args:
        - --leader-elect
        - --color=warm
        image: controller:latest
        name: manager
        resources:
          limits:
            memory: 64Mi
`;

/** A small project of kubebuilder with one kind. */
export const goProject: Tree = {
  PROJECT: project,
  'go.mod': 'module example.com/lantern\n\ngo 1.25\n',
  Makefile: 'all: build\n\n.PHONY: polish\npolish: ## Polish the lanterns.\n\techo shiny\n',
  Dockerfile: 'FROM golang\n',
  'api/v1/groupversion_info.go': `package v1

import "k8s.io/apimachinery/pkg/runtime/schema"

var GroupVersion = schema.GroupVersion{Group: "light.shop.example", Version: "v1"}
`,
  'cmd/main.go': main,
  'internal/controller/lantern_controller.go': lanternController,
  'internal/webhook/v1/lantern_webhook.go': webhook,
  'config/crd/bases/light.shop.example_lanterns.yaml': lanternCrd(),
  'config/rbac/role.yaml': role,
  'config/rbac/service_account.yaml': `# The name of the operator.
kind: ServiceAccount
apiVersion: v1
metadata:
  name: controller-manager
  namespace: system
  labels:
    app.kubernetes.io/name: lantern
    app.kubernetes.io/managed-by: kustomize
`,
  'config/manager/manager.yaml': manager,
  'config/samples/light_v1_lantern.yaml': `apiVersion: light.shop.example/v1
kind: Lantern
metadata:
  name: kitchen
spec:
  brightness: 70
`,
};
