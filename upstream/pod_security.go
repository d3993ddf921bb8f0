package main

import (
	"encoding/json"
	"reflect"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

var evaluator, evaluatorErr = policy.NewEvaluator(policy.DefaultChecks(), nil)

// createsPods tells whether objects of a kind contain the template of a Pod, or are one.
func createsPods(gvk schema.GroupVersionKind) bool {
	_, known := builtIn[gvk.GroupKind()]
	return known && templates[gvk.Kind] != nil
}

// podSecurityOf returns what the Pods of a stored object violate; nil if the object creates no Pods.
func podSecurityOf(stored json.RawMessage, gvk schema.GroupVersionKind, version string) *PodSecurity {
	if !createsPods(gvk) || evaluatorErr != nil {
		return nil
	}
	template, err := templates[gvk.Kind](stored)
	if err != nil {
		return nil
	}
	standards, err := api.ParseVersion(version)
	if err != nil {
		standards = api.LatestVersion()
	}
	return &PodSecurity{
		Baseline:   violations(api.LevelVersion{Level: api.LevelBaseline, Version: standards}, template),
		Restricted: violations(api.LevelVersion{Level: api.LevelRestricted, Version: standards}, template),
	}
}

func violations(level api.LevelVersion, template *corev1.PodTemplateSpec) (found []string) {
	for _, result := range evaluator.EvaluatePod(level, &template.ObjectMeta, &template.Spec) {
		if !result.Allowed {
			found = append(found, result.ForbiddenReason+": "+result.ForbiddenDetail)
		}
	}
	return found
}

// admissions are the admission plugins that check objects themselves, by the kind.
var admissions = map[schema.GroupKind]func(object, old runtime.Object) field.ErrorList{{Kind: "Namespace"}: admitNamespace}

// admitNamespace checks the labels of a Namespace that configure Pod Security, in an update only if they get worse.
func admitNamespace(object, old runtime.Object) field.ErrorList {
	errs := labelErrors(object)
	if len(errs) == 0 || old == nil {
		return errs
	}
	if before := labelErrors(old); len(before) > 0 && reflect.DeepEqual(errs, before) {
		return nil
	}
	return errs
}

func labelErrors(object runtime.Object) field.ErrorList {
	privileged := api.LevelVersion{Level: api.LevelPrivileged, Version: api.LatestVersion()}
	defaults := api.Policy{Enforce: privileged, Audit: privileged, Warn: privileged}
	_, errs := api.PolicyToEvaluate(object.(*core.Namespace).Labels, defaults)
	return errs
}

type readTemplate func(stored json.RawMessage) (*corev1.PodTemplateSpec, error)

// templates returns the template of the Pods in an object, by the name of its kind.
var templates = map[string]readTemplate{
	"CronJob":     templateOfCronJob,
	"DaemonSet":   templateOfOwner,
	"Deployment":  templateOfOwner,
	"Job":         templateOfOwner,
	"Pod":         templateOfPod,
	"ReplicaSet":  templateOfOwner,
	"StatefulSet": templateOfOwner,
}

func templateOfPod(stored json.RawMessage) (*corev1.PodTemplateSpec, error) {
	var pod corev1.Pod
	err := json.Unmarshal(stored, &pod)
	return &corev1.PodTemplateSpec{ObjectMeta: pod.ObjectMeta, Spec: pod.Spec}, err
}

func templateOfOwner(stored json.RawMessage) (*corev1.PodTemplateSpec, error) {
	var owner struct {
		Spec struct{ Template corev1.PodTemplateSpec }
	}
	err := json.Unmarshal(stored, &owner)
	return &owner.Spec.Template, err
}

func templateOfCronJob(stored json.RawMessage) (*corev1.PodTemplateSpec, error) {
	var cronJob batchv1.CronJob
	err := json.Unmarshal(stored, &cronJob)
	return &cronJob.Spec.JobTemplate.Spec.Template, err
}
