package main

import (
	"context"
	"crypto/tls"
	"errors"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

const defaultedLabel = "bench.operator-gen.dev/defaulted"

// fooWebhook sets a default label, and rejects what the schema cannot.
type fooWebhook struct{}

func (fooWebhook) Default(_ context.Context, foo *Foo) error {
	if foo.Labels == nil {
		foo.Labels = map[string]string{}
	}
	if _, ok := foo.Labels[defaultedLabel]; !ok {
		foo.Labels[defaultedLabel] = "true"
	}
	return nil
}

func (fooWebhook) ValidateCreate(_ context.Context, foo *Foo) (admission.Warnings, error) {
	if foo.Spec.Payload == "forbidden" {
		return nil, errors.New("spec.payload: choose another one")
	}
	return nil, nil
}

func (hooks fooWebhook) ValidateUpdate(ctx context.Context, _, foo *Foo) (admission.Warnings, error) {
	return hooks.ValidateCreate(ctx, foo)
}

func (fooWebhook) ValidateDelete(context.Context, *Foo) (admission.Warnings, error) {
	return nil, nil
}

func (hooks fooWebhook) setup(manager ctrl.Manager) error {
	return ctrl.NewWebhookManagedBy(manager, &Foo{}).WithDefaulter(hooks).WithValidator(hooks).Complete()
}

// webhookServer serves only HTTP/1.1, as scaffolded by kubebuilder.
func webhookServer(port int, certDir string) webhook.Server {
	return webhook.NewServer(webhook.Options{
		Host:    "127.0.0.1",
		Port:    port,
		CertDir: certDir,
		TLSOpts: []func(*tls.Config){func(config *tls.Config) { config.NextProtos = []string{"http/1.1"} }},
	})
}
