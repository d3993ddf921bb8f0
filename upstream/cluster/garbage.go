package main

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/controller-manager/pkg/clientbuilder"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app/config"
	"k8s.io/kubernetes/cmd/kube-controller-manager/names"
	"k8s.io/kubernetes/pkg/controller/garbagecollector"
)

// The garbage collector of kube-controller-manager looks for new kinds every 30 s, which is a constant there. Until it has seen a
// kind, it does not delete what objects of it own, and in a cluster for development, kinds are new all the time. This is the same
// code with a shorter period, and it takes the place of that one.

const (
	garbagePeriod  = 2 * time.Second
	garbageWorkers = 20
	// garbageAccount is the service account of that controller, which has its role.
	garbageAccount = "generic-garbage-collector"
)

// withoutGarbageCollector is the flag of kube-controller-manager that leaves the garbage collector to this process.
const withoutGarbageCollector = "--controllers=*,-" + names.GarbageCollectorController

func collectGarbage(ctx context.Context, config *controllermanager.Config) error {
	accounts := clientbuilder.NewDynamicClientBuilder(
		rest.AnonymousClientConfig(config.Kubeconfig), config.Client.CoreV1(), metav1.NamespaceSystem)
	client, err := accounts.Client(garbageAccount)
	if err != nil {
		return err
	}
	discovery, err := accounts.DiscoveryClient(garbageAccount)
	if err != nil {
		return err
	}
	own, err := accounts.Config(garbageAccount)
	if err != nil {
		return err
	}
	own.QPS, own.Burst = 400, 800
	objects, err := metadata.NewForConfig(own)
	if err != nil {
		return err
	}
	// Not the client that looks for new kinds: each new kind resets the one of the mapper.
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client.Discovery()))
	started := make(chan struct{})
	close(started)
	collector, err := garbagecollector.NewGarbageCollector(ctx, client, objects, mapper, garbagecollector.DefaultIgnoredResources(),
		metadataInformers{metadatainformer.NewSharedInformerFactory(objects, 0)}, started)
	if err != nil {
		return err
	}
	go collector.Sync(ctx, discovery, garbagePeriod)
	go collector.Run(ctx, garbageWorkers, garbagePeriod)
	return nil
}

// metadataInformers cache the metadata of objects alone.
type metadataInformers struct {
	metadatainformer.SharedInformerFactory
}

func (all metadataInformers) ForResource(resource schema.GroupVersionResource) (informers.GenericInformer, error) {
	return all.SharedInformerFactory.ForResource(resource), nil
}
