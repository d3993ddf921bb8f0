// +groupName=tags-versions.parity.example.com
package v2

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type TypewriterSpec struct {
	Keys   int32  `json:"keys,omitempty"`
	Ribbon string `json:"ribbon,omitempty"`
}

// Typewriter types.
// +kubebuilder:storageversion
// +kubebuilder:selectablefield:JSONPath=`.spec.ribbon`
type Typewriter struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TypewriterSpec `json:"spec,omitempty"`
}
