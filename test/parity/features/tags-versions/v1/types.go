// +groupName=tags-versions.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type TypewriterSpec struct {
	Keys int32 `json:"keys,omitempty"`
}

// Typewriter types.
// +kubebuilder:unservedversion
// +kubebuilder:deprecatedversion:warning="its ribbon is worn"
// +kubebuilder:metadata:labels="era=old"
type Typewriter struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TypewriterSpec `json:"spec,omitempty"`
}
