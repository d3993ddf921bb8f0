package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	clientscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/admissionregistration/install"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/coordination/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/mutatingwebhookconfiguration"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/resolver"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingadmissionpolicy"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingadmissionpolicybinding"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingwebhookconfiguration"
	"k8s.io/kubernetes/pkg/registry/apps/daemonset"
	"k8s.io/kubernetes/pkg/registry/apps/deployment"
	"k8s.io/kubernetes/pkg/registry/apps/replicaset"
	"k8s.io/kubernetes/pkg/registry/apps/statefulset"
	"k8s.io/kubernetes/pkg/registry/autoscaling/horizontalpodautoscaler"
	"k8s.io/kubernetes/pkg/registry/batch/cronjob"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/pkg/registry/coordination/lease"
	"k8s.io/kubernetes/pkg/registry/core/configmap"
	"k8s.io/kubernetes/pkg/registry/core/limitrange"
	"k8s.io/kubernetes/pkg/registry/core/namespace"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
	"k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/pkg/registry/core/resourcequota"
	"k8s.io/kubernetes/pkg/registry/core/secret"
	"k8s.io/kubernetes/pkg/registry/core/service"
	"k8s.io/kubernetes/pkg/registry/core/serviceaccount"
	"k8s.io/kubernetes/pkg/registry/networking/ingress"
	"k8s.io/kubernetes/pkg/registry/networking/networkpolicy"
	"k8s.io/kubernetes/pkg/registry/policy/poddisruptionbudget"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrole"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrolebinding"
	"k8s.io/kubernetes/pkg/registry/rbac/role"
	"k8s.io/kubernetes/pkg/registry/rbac/rolebinding"
	"k8s.io/kubernetes/pkg/registry/scheduling/priorityclass"
)

// unusedResolver is required by a strategy that needs it only to authorize.
var unusedResolver = resolver.ResourceResolverFunc(func(gvk schema.GroupVersionKind) (schema.GroupVersionResource, error) {
	return schema.GroupVersionResource{}, fmt.Errorf("the resource of %s is not known", gvk)
})

// builtIn has the strategies of the kinds that the manifests of an operator contain. The policies have no authorizer: what
// the user may read is not known here.
var builtIn = map[schema.GroupKind]strategy{
	{Kind: "ConfigMap"}:             configmap.Strategy,
	{Kind: "LimitRange"}:            limitrange.Strategy,
	{Kind: "Namespace"}:             namespace.Strategy,
	{Kind: "PersistentVolumeClaim"}: persistentvolumeclaim.Strategy,
	{Kind: "Pod"}:                   pod.Strategy,
	{Kind: "ResourceQuota"}:         resourcequota.Strategy,
	{Kind: "Secret"}:                secret.Strategy,
	{Kind: "Service"}:               service.Strategy,
	{Kind: "ServiceAccount"}:        serviceaccount.Strategy,

	{Group: "admissionregistration.k8s.io", Kind: "MutatingWebhookConfiguration"}:     mutatingwebhookconfiguration.Strategy,
	{Group: "admissionregistration.k8s.io", Kind: "ValidatingWebhookConfiguration"}:   validatingwebhookconfiguration.Strategy,
	{Group: "admissionregistration.k8s.io", Kind: "ValidatingAdmissionPolicy"}:        validatingadmissionpolicy.NewStrategy(nil, nil),
	{Group: "admissionregistration.k8s.io", Kind: "ValidatingAdmissionPolicyBinding"}: validatingadmissionpolicybinding.NewStrategy(nil, nil, unusedResolver),

	{Group: "apps", Kind: "DaemonSet"}:   daemonset.Strategy,
	{Group: "apps", Kind: "Deployment"}:  deployment.Strategy,
	{Group: "apps", Kind: "ReplicaSet"}:  replicaset.Strategy,
	{Group: "apps", Kind: "StatefulSet"}: statefulset.Strategy,

	{Group: "autoscaling", Kind: "HorizontalPodAutoscaler"}: horizontalpodautoscaler.Strategy,
	{Group: "batch", Kind: "CronJob"}:                       cronjob.Strategy,
	{Group: "batch", Kind: "Job"}:                           job.Strategy,
	{Group: "coordination.k8s.io", Kind: "Lease"}:           lease.Strategy,
	{Group: "networking.k8s.io", Kind: "Ingress"}:           ingress.Strategy,
	{Group: "networking.k8s.io", Kind: "NetworkPolicy"}:     networkpolicy.Strategy,
	{Group: "policy", Kind: "PodDisruptionBudget"}:          poddisruptionbudget.Strategy,
	{Group: "scheduling.k8s.io", Kind: "PriorityClass"}:     priorityclass.Strategy,

	{Group: "rbac.authorization.k8s.io", Kind: "ClusterRole"}:        clusterrole.Strategy,
	{Group: "rbac.authorization.k8s.io", Kind: "ClusterRoleBinding"}: clusterrolebinding.Strategy,
	{Group: "rbac.authorization.k8s.io", Kind: "Role"}:               role.Strategy,
	{Group: "rbac.authorization.k8s.io", Kind: "RoleBinding"}:        rolebinding.Strategy,
}

// prepares and finishes are the parts of storages that change objects before the strategy is asked, and after reading.
var (
	prepares = map[schema.GroupKind]func(object, old runtime.Object){{Kind: "Service"}: prepareService}
	finishes = map[schema.GroupKind]func(object runtime.Object){{Kind: "Service"}: finishService}
)

var crdKind = schema.GroupKind{Group: "apiextensions.k8s.io", Kind: "CustomResourceDefinition"}

// extensions is the scheme of CustomResourceDefinitions, which the API server keeps apart too.
var extensions = sync.OnceValue(func() *runtime.Scheme {
	scheme := runtime.NewScheme()
	apiextensions.Install(scheme)
	return scheme
})

func builtInResource(gvk schema.GroupVersionKind) *resource {
	scheme, found := legacyscheme.Scheme, builtIn[gvk.GroupKind()]
	if gvk.GroupKind() == crdKind {
		scheme, found = extensions(), customresourcedefinition.NewStrategy(extensions())
	}
	// API servers do not serve alpha and beta versions by default.
	if found == nil || !scheme.Recognizes(gvk) || !isStable(gvk.Version) {
		return nil
	}
	codecs := serializer.NewCodecFactory(scheme, serializer.EnableStrict)
	strict := json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{Strict: true})
	internal := schema.GroupVersion{Group: gvk.Group, Version: runtime.APIVersionInternal}
	storage := protobuf.NewSerializer(scheme, scheme)
	decoder := codecs.DecoderToVersion(strict, internal)
	return &resource{
		gvk:      gvk,
		strategy: found,
		prepare:  prepares[gvk.GroupKind()],
		complete: completes[gvk.GroupKind()],
		admit:    admissions[gvk.GroupKind()],
		decode: func(data []byte) (runtime.Object, error) {
			object, _, err := decoder.Decode(data, &gvk, nil)
			return object, err
		},
		encode: func(object runtime.Object) ([]byte, error) {
			return runtime.Encode(codecs.EncoderForVersion(strict, gvk.GroupVersion()), object)
		},
		throughStorage: func(object runtime.Object) (runtime.Object, error) {
			stored, err := runtime.Encode(codecs.EncoderForVersion(storage, gvk.GroupVersion()), object)
			if err != nil {
				return nil, err
			}
			read, err := runtime.Decode(codecs.DecoderToVersion(storage, internal), stored)
			if finish := finishes[gvk.GroupKind()]; finish != nil && err == nil {
				finish(read)
			}
			return read, err
		},
	}
}

// servedVersions returns the group versions in which a built-in kind is served, such as `apps/v1`.
func servedVersions(kind string) (served []schema.GroupVersion) {
	kinds := append(slices.Collect(maps.Keys(builtIn)), crdKind)
	for _, each := range kinds {
		if each.Kind != kind {
			continue
		}
		scheme := legacyscheme.Scheme
		if each == crdKind {
			scheme = extensions()
		}
		for _, version := range scheme.PrioritizedVersionsForGroup(each.Group) {
			if isStable(version.Version) && scheme.Recognizes(version.WithKind(kind)) {
				served = append(served, version)
			}
		}
	}
	return served
}

// isBuiltIn tells whether Kubernetes has a kind, even if nothing here validates it.
func isBuiltIn(gvk schema.GroupVersionKind) bool {
	return clientscheme.Scheme.Recognizes(gvk) || gvk.Group == "apiregistration.k8s.io" && gvk.Kind == "APIService"
}

func isStable(version string) bool {
	return !strings.Contains(version, "alpha") && !strings.Contains(version, "beta")
}
