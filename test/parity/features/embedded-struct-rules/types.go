// +groupName=embedded-struct-rules.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Ensemble is more than one.
// +kubebuilder:validation:XValidation:rule="self.strings >= self.winds",message="too few strings"
type Ensemble struct {
	Strings int32 `json:"strings"`
	Winds   int32 `json:"winds"`
}

// BandSpec plays louder.
// +kubebuilder:validation:XValidation:rule="self.drums > 0"
type BandSpec struct {
	Ensemble `json:",inline"`
	Drums    int32 `json:"drums"`
}

type Band struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BandSpec `json:"spec,omitempty"`
}
