// +groupName=deprecated-version.parity.example.com
package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type GramophoneSpec struct {
	Horn bool `json:"horn,omitempty"`
}

// +kubebuilder:deprecatedversion:warning="gramophones are played no more"
type Gramophone struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec GramophoneSpec `json:"spec,omitempty"`
}
