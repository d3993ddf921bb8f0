package main

import (
	"context"
	"maps"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
)

type reconciler struct {
	client client.Client
}

// Reconcile keeps the ConfigMap in sync, and then records the generation in the status.
func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	foo := &Foo{}
	if err := r.client.Get(ctx, request.NamespacedName, foo); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if err := r.keepConfigMap(ctx, foo); err != nil {
		return ctrl.Result{}, err
	}
	if foo.Status.ObservedGeneration == foo.Generation {
		return ctrl.Result{}, nil
	}
	foo.Status.ObservedGeneration = foo.Generation
	return ctrl.Result{}, r.client.Status().Update(ctx, foo)
}

func (r *reconciler) keepConfigMap(ctx context.Context, foo *Foo) error {
	data := map[string]string{"replicas": strconv.Itoa(int(foo.Spec.Replicas)), "payload": foo.Spec.Payload}
	configMap := &corev1.ConfigMap{}
	err := r.client.Get(ctx, client.ObjectKeyFromObject(foo), configMap)
	if errors.IsNotFound(err) {
		configMap.Namespace, configMap.Name, configMap.Data = foo.Namespace, foo.Name, data
		if err := ctrl.SetControllerReference(foo, configMap, r.client.Scheme()); err != nil {
			return err
		}
		return r.client.Create(ctx, configMap)
	}
	if err != nil || maps.Equal(configMap.Data, data) {
		return err
	}
	configMap.Data = data
	return r.client.Update(ctx, configMap)
}

func (r *reconciler) setup(manager ctrl.Manager, workers int) error {
	return ctrl.NewControllerManagedBy(manager).
		For(&Foo{}).
		Owns(&corev1.ConfigMap{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(r)
}
