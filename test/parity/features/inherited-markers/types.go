// +groupName=inherited-markers.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// OrchestraSpec plays.
// +kubebuilder:validation:XValidation:rule="self.strings >= self.winds",message="too few strings"
// +kubebuilder:validation:MaxProperties=4
type OrchestraSpec struct {
	Strings int32 `json:"strings"`
	Winds   int32 `json:"winds"`
}

// +kubebuilder:resource:path=orchestrae
type Orchestra struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec OrchestraSpec `json:"spec,omitempty"`
}
