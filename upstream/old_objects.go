package main

import (
	"context"
	"slices"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/registry/batch/job"
)

// An old object from a manifest lacks what the API server or a controller has added since it was created, and a new one
// lacks what the patch of `kubectl apply` leaves in place.

// completes has the functions that add both, by the kind. The old object has a UID already.
var completes = map[schema.GroupKind]func(ctx context.Context, object, old runtime.Object){
	crdKind:                       completeCRD,
	{Kind: "Service"}:             completeService,
	{Group: "batch", Kind: "Job"}: completeJob,
}

// completeJob generates the selector of the old Job and the labels of its Pods, and keeps them in the new one.
func completeJob(ctx context.Context, object, old runtime.Object) {
	before, after := old.(*batch.Job), object.(*batch.Job)
	created := before.DeepCopy()
	job.Strategy.PrepareForCreate(ctx, created)
	generated := created.Spec
	after.Spec.Template.Labels = withGenerated(after.Spec.Template.Labels, before.Spec.Template.Labels, generated.Template.Labels)
	before.Spec.Template.Labels = generated.Template.Labels
	keepCompletions(&after.Spec, &before.Spec)
	if generated.Selector == nil {
		return
	}
	var written map[string]string
	if before.Spec.Selector != nil {
		written = before.Spec.Selector.MatchLabels
	}
	if after.Spec.Selector == nil && before.Spec.Selector == nil {
		after.Spec.Selector = generated.Selector.DeepCopy()
	}
	if after.Spec.Selector != nil {
		after.Spec.Selector.MatchLabels = withGenerated(after.Spec.Selector.MatchLabels, written, generated.Selector.MatchLabels)
	}
	before.Spec.Selector = generated.Selector
}

// keepCompletions keeps the number that is the default only without parallelism, as if the old Job was written without both:
// whether it was is not known any more.
func keepCompletions(after, before *batch.JobSpec) {
	isDefault := before.Completions != nil && *before.Completions == 1 && before.Parallelism != nil && *before.Parallelism == 1
	if after.Completions == nil && isDefault {
		after.Completions = before.Completions
	}
}

// withGenerated returns labels with those that were not written before, but generated.
func withGenerated(labels, written, generated map[string]string) map[string]string {
	for key, value := range generated {
		_, isWritten := written[key]
		if _, isSet := labels[key]; isWritten || isSet {
			continue
		}
		if labels == nil {
			labels = map[string]string{}
		}
		labels[key] = value
	}
	return labels
}

// completeCRD establishes the old definition, as soon after its creation: its names and its scope cannot change then.
func completeCRD(_ context.Context, _, old runtime.Object) {
	crd := old.(*apiextensions.CustomResourceDefinition)
	if len(crd.Status.Conditions) > 0 {
		return
	}
	crd.Status.AcceptedNames = *crd.Spec.Names.DeepCopy()
	crd.Status.Conditions = []apiextensions.CustomResourceDefinitionCondition{
		{Type: apiextensions.NamesAccepted, Status: apiextensions.ConditionTrue, Reason: "NoConflicts", Message: "no conflicts found"},
		{Type: apiextensions.Established, Status: apiextensions.ConditionTrue, Reason: "InitialNamesAccepted", Message: "the initial names have been accepted"},
	}
}

// The first addresses of the ranges that kubeadm configures.
const (
	allocatedIPv4 = "10.96.0.1"
	allocatedIPv6 = "fd00:10:96::1"
)

// completeService allocates a cluster IP of the family that the Service asks for; by default, of the family of the cluster,
// which only the new Service can tell.
func completeService(_ context.Context, object, old runtime.Object) {
	before, after := &old.(*core.Service).Spec, &object.(*core.Service).Spec
	allocateHealthCheck(before)
	if !hasClusterIP(before) {
		return
	}
	if before.ClusterIP == "" {
		before.ClusterIP = allocatedIPv4
		if asksForIPv6(before, after) {
			before.ClusterIP = allocatedIPv6
		}
	}
	if len(before.ClusterIPs) == 0 {
		before.ClusterIPs = []string{before.ClusterIP}
	}
	// Without it, a new address would be refused because it differs from the list, and not because it cannot change.
	if len(after.ClusterIPs) == 0 {
		after.ClusterIPs = slices.Clone(before.ClusterIPs)
	}
}

// asksForIPv6 tells whether the first family that is named, in the order of the specs, is IPv6.
func asksForIPv6(specs ...*core.ServiceSpec) bool {
	for _, each := range specs {
		if len(each.IPFamilies) > 0 {
			return each.IPFamilies[0] == core.IPv6Protocol
		}
	}
	return false
}
