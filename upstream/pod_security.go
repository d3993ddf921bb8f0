package main

import (
	"encoding/json"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
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
func podSecurityOf(stored json.RawMessage, gvk schema.GroupVersionKind) *PodSecurity {
	if !createsPods(gvk) || evaluatorErr != nil {
		return nil
	}
	template, err := templates[gvk.Kind](stored)
	if err != nil {
		return nil
	}
	return &PodSecurity{Baseline: violations(api.LevelBaseline, template), Restricted: violations(api.LevelRestricted, template)}
}

func violations(level api.Level, template *corev1.PodTemplateSpec) (found []string) {
	latest := api.LevelVersion{Level: level, Version: api.LatestVersion()}
	for _, result := range evaluator.EvaluatePod(latest, &template.ObjectMeta, &template.Spec) {
		if !result.Allowed {
			found = append(found, result.ForbiddenReason+": "+result.ForbiddenDetail)
		}
	}
	return found
}

type readTemplate func(stored json.RawMessage) (*corev1.PodTemplateSpec, error)

// templates returns the template of the Pods in an object, by the name of its kind.
var templates = map[string]readTemplate{
	"CronJob":     templateOfCronJob,
	"DaemonSet":   templateOfOwner,
	"Deployment":  templateOfOwner,
	"Job":         templateOfOwner,
	"Pod":         templateOfPod,
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
