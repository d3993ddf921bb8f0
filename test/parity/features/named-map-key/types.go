// +groupName=named-map-key.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Band is the name of a range.
type Band string

type SpectrumSpec struct {
	Bands map[Band]int32 `json:"bands,omitempty"`
}

// +kubebuilder:resource:path=spectrums
type Spectrum struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SpectrumSpec `json:"spec,omitempty"`
}
