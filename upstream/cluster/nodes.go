package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

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
	// ReadyAfter is the time from the scheduling of a Pod until it is ready, in milliseconds; without stages for Pods.
	ReadyAfter int64 `json:"readyAfter,omitempty"`
	// Failing are labels: the containers of a Pod that has one of them fail, and it never becomes ready; without stages for Pods.
	Failing []label `json:"failing,omitempty"`
}

type label struct {
	Key   string `json:"key"`
	Value string `json:"value"`
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

func readStages(settings *nodeSettings) (stages, error) {
	all := stages{}
	for _, path := range settings.Stages {
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
	if err := usual.change(settings); err != nil {
		return nil, err
	}
	for kind, each := range usual {
		if all[kind] == nil {
			all[kind] = each
		}
	}
	return all, nil
}

// change makes the usual stages those that the settings describe.
func (all stages) change(settings *nodeSettings) error {
	var fail []*internalversion.Stage
	for _, ready := range all[podKind] {
		if ready.Name != "pod-ready" {
			continue
		}
		if settings.ReadyAfter > 0 {
			ready.Spec.Delay = &internalversion.StageDelay{DurationMilliseconds: &settings.ReadyAfter}
		}
		for _, each := range settings.Failing {
			made, err := failingStage(ready, each)
			if err != nil {
				return err
			}
			fail = append(fail, made)
		}
		for _, each := range settings.Failing {
			with(ready, each, internalversion.SelectorOpNotIn)
		}
	}
	all[podKind] = append(all[podKind], fail...)
	return nil
}

var podKind = internalversion.StageResourceRef{APIGroup: "v1", Kind: "Pod"}

// failingStage returns a stage that takes the place of the one that makes Pods with this label ready.
func failingStage(ready *internalversion.Stage, wanted label) (*internalversion.Stage, error) {
	made, err := kwokconfig.UnmarshalWithType[*internalversion.Stage](failing)
	if err != nil {
		return nil, err
	}
	made.Name = "pod-fail-" + wanted.Key + "-" + wanted.Value
	made.Spec.Selector = ready.Spec.Selector.DeepCopy()
	with(made, wanted, internalversion.SelectorOpIn)
	return made, nil
}

// with adds a condition on a label.
func with(stage *internalversion.Stage, wanted label, operator internalversion.SelectorOperator) {
	selector := stage.Spec.Selector
	selector.MatchExpressions = append(selector.MatchExpressions, internalversion.MatchExpression{
		JQ: &internalversion.SelectorJQ{
			Key:      ".metadata.labels[" + strconv.Quote(wanted.Key) + "]",
			Operator: operator,
			Values:   []string{wanted.Value},
		},
	})
}

// failing is the status of a Pod whose containers were restarted and wait for the next time, as the kubelet reports it.
const failing = `apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata:
  name: pod-fail
spec:
  resourceRef: {apiGroup: v1, kind: Pod}
  next:
    statusTemplate: |
      {{ $now := Now | Quote }}
      phase: Running
      startTime: {{ $now }}
      conditions:
      - {type: Initialized, status: "True", lastTransitionTime: {{ $now }}}
      - {type: Ready, status: "False", reason: ContainersNotReady, lastTransitionTime: {{ $now }}}
      - {type: ContainersReady, status: "False", reason: ContainersNotReady, lastTransitionTime: {{ $now }}}
      containerStatuses:
      {{ range .spec.containers }}
      - name: {{ .name | Quote }}
        image: {{ .image | Quote }}
        ready: false
        started: false
        restartCount: 1
        state:
          waiting: {reason: CrashLoopBackOff, message: back-off restarting failed container}
        lastState:
          terminated: {exitCode: 1, reason: Error, startedAt: {{ $now }}, finishedAt: {{ $now }}}
      {{ end }}
`

// nodesPart manages all nodes and their Pods, as kubelets would.
func nodesPart(kubeconfig string, settings *nodeSettings) (part, error) {
	stages, err := readStages(settings)
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
