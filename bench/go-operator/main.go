// The operator to compare with. It does the same as ../runtime/operator, on controller-runtime.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	reconcile := flag.Bool("reconcile", false, "reconcile Foos")
	workers := flag.Int("workers", 1, "how many Foos are worked on at the same time")
	cached := flag.String("cache", "", "built-in kinds to mirror, such as v1/Pod,apps/v1/Deployment")
	webhookPort := flag.Int("webhook-port", 0, "where the webhooks of Foos are served; nowhere unless said")
	webhookCertPath := flag.String("webhook-cert-path", "", "the folder of their certificate")
	leaderElect := flag.Bool("leader-elect", false, "hold a lease")
	// The flag --kubeconfig is controller-runtime's own.
	flag.Parse()

	ctrl.SetLogger(logr.Discard())
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	config.QPS = -1
	config.ContentType = runtime.ContentTypeJSON
	addToScheme(scheme.Scheme)

	readYourWrites := true
	operator, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:  scheme.Scheme,
		Metrics: server.Options{BindAddress: "0"},
		Cache:   cache.Options{DefaultTransform: cache.TransformStripManagedFields()},
		Client: client.Options{
			Cache: &client.CacheOptions{EnableReadYourWritesConsistency: &readYourWrites},
		},
		WebhookServer:           webhookServer(*webhookPort, *webhookCertPath),
		LeaderElection:          *leaderElect,
		LeaderElectionID:        "go.bench.operator-gen.dev",
		LeaderElectionNamespace: "default",
	})
	if err != nil {
		return err
	}
	if *reconcile {
		if err := (&reconciler{operator.GetClient()}).setup(operator, *workers); err != nil {
			return err
		}
	}
	if *webhookPort != 0 {
		if err := (fooWebhook{}).setup(operator); err != nil {
			return err
		}
	}
	if err := operator.Add(manager.RunnableFunc(func(ctx context.Context) error {
		return mirror(ctx, operator, *reconcile, kindsIn(*cached))
	})); err != nil {
		return err
	}
	return operator.Start(ctrl.SetupSignalHandler())
}

// mirror waits until everything is in the cache, and reports it.
func mirror(ctx context.Context, operator ctrl.Manager, reconcile bool, kinds []string) error {
	if reconcile {
		kinds = append(kinds, groupVersion.String()+"/Foo", "v1/ConfigMap")
	}
	for _, kind := range kinds {
		gvk := kindOf(kind)
		object, err := operator.GetScheme().New(gvk)
		if err != nil {
			return err
		}
		// Returns when the kind is synced.
		if _, err := operator.GetCache().GetInformer(ctx, object.(client.Object)); err != nil {
			return err
		}
	}
	fmt.Println("the caches are filled")
	return nil
}

// kindOf parses `apps/v1/Deployment`.
func kindOf(text string) schema.GroupVersionKind {
	end := strings.LastIndex(text, "/")
	groupVersion, _ := schema.ParseGroupVersion(text[:end])
	return groupVersion.WithKind(text[end+1:])
}

func kindsIn(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}
