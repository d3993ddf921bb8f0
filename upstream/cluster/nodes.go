package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/utils/clock"
	nodefast "sigs.k8s.io/kwok/kustomize/stage/node/fast"
	nodeheartbeat "sigs.k8s.io/kwok/kustomize/stage/node/heartbeat-with-lease"
	podfast "sigs.k8s.io/kwok/kustomize/stage/pod/fast"
	"sigs.k8s.io/kwok/pkg/apis/internalversion"
	"sigs.k8s.io/kwok/pkg/client/clientset/versioned"
	kwokconfig "sigs.k8s.io/kwok/pkg/config"
	"sigs.k8s.io/kwok/pkg/kwok/controllers"
	"sigs.k8s.io/kwok/pkg/utils/client"
)

type nodeSettings struct {
	// Stages are paths of files with objects of the kind Stage, https://kwok.sigs.k8s.io/docs/user/stages-configuration/. Those for
	// a kind replace the usual ones for that kind.
	Stages []string `json:"stages,omitempty"`
}

// The usual stages: a node is ready at once, and a Pod runs, succeeds if it is of a Job, and goes when it is deleted.
var usualStages = []string{
	nodefast.DefaultNodeInit, nodeheartbeat.DefaultNodeHeartbeatWithLease,
	podfast.DefaultPodReady, podfast.DefaultPodComplete, podfast.DefaultPodDelete,
}

type stages map[internalversion.StageResourceRef][]*internalversion.Stage

func (all stages) add(text string) error {
	stage, err := kwokconfig.UnmarshalWithType[*internalversion.Stage](text)
	if err != nil {
		return err
	}
	all[stage.Spec.ResourceRef] = append(all[stage.Spec.ResourceRef], stage)
	return nil
}

func readStages(paths []string) (stages, error) {
	all := stages{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if err := all.add(string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	usual := stages{}
	for _, text := range usualStages {
		if err := usual.add(text); err != nil {
			return nil, err
		}
	}
	for kind, each := range usual {
		if all[kind] == nil {
			all[kind] = each
		}
	}
	return all, nil
}

// nodesPart manages all nodes and their Pods, as kubelets would.
func nodesPart(kubeconfig string, settings *nodeSettings) (part, error) {
	stages, err := readStages(settings.Stages)
	if err != nil {
		return part{}, err
	}
	return part{run: func(ready func()) error {
		config, err := nodesConfig(kubeconfig)
		if err != nil {
			return err
		}
		config.LocalStages = stages
		made, err := controllers.NewController(*config)
		if err != nil {
			return err
		}
		if err := made.Start(context.Background()); err != nil {
			return err
		}
		ready()
		// Start has returned, and what it started reports no end.
		select {}
	}}, nil
}

func nodesConfig(kubeconfig string) (*controllers.Config, error) {
	set, err := client.NewClientset("", kubeconfig)
	if err != nil {
		return nil, err
	}
	config, err := set.ToRESTConfig()
	if err != nil {
		return nil, err
	}
	dynamicClient, dynamicErr := set.ToDynamicClient()
	mapper, mapperErr := set.ToRESTMapper()
	restClient, restErr := rest.RESTClientFor(config)
	typed, typedErr := kubernetes.NewForConfig(config)
	kwok, kwokErr := versioned.NewForConfig(config)
	if err := errors.Join(dynamicErr, mapperErr, restErr, typedErr, kwokErr); err != nil {
		return nil, err
	}
	return &controllers.Config{
		Clock:                      clock.RealClock{},
		DynamicClient:              dynamicClient,
		RESTClient:                 restClient,
		RESTMapper:                 mapper,
		ImpersonatingDynamicClient: set.ToImpersonatingDynamicClient(),
		TypedClient:                typed,
		TypedKwokClient:            kwok,
		ID:                         "operator-gen",
		ManageAllNodes:             true,
		// Of the addresses for documentation, so that nobody takes them for real ones: https://www.rfc-editor.org/rfc/rfc5737
		CIDR:                      "198.51.100.0/24",
		NodeIP:                    "192.0.2.1",
		NodeName:                  "operator-gen",
		NodeLeaseDurationSeconds:  40,
		NodeLeaseParallelism:      4,
		NodePlayStageParallelism:  4,
		PodPlayStageParallelism:   8,
		PodsOnNodeSyncParallelism: 4,
	}, nil
}
