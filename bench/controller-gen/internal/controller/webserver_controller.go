// Package controller contains only the markers and imports of a real operator.
package controller

import (
	"context"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1 "example.com/webserver-operator/api/v1"
)

// WebServerReconciler reconciles a WebServer.
type WebServerReconciler struct {
	client.Client
}

// +kubebuilder:rbac:groups=my.domain,resources=webservers,verbs=get;list;watch
// +kubebuilder:rbac:groups=my.domain,resources=webservers/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
// +kubebuilder:rbac:groups=core,resources=services,verbs=get;list;watch;create;patch

// Reconcile does nothing, because only its markers and imports are measured.
func (r *WebServerReconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	_ = v1.WebServer{}
	return ctrl.Result{}, nil
}
