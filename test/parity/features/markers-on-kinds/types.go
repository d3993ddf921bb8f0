// +groupName=markers-on-kinds.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type BelfrySpec struct {
	Bells int32 `json:"bells,omitempty"`
}

// Belfry rings.
// +kubebuilder:title="A belfry"
// +kubebuilder:externalDocs:url="https://belfries.example.com",description="Where they stand"
// +kubebuilder:validation:XValidation:rule="self.metadata.name.size() < 20"
// +kubebuilder:validation:XValidation:rule="has(self.spec)",message="a belfry needs a spec"
type Belfry struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BelfrySpec `json:"spec,omitempty"`
}
