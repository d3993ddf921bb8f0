// +groupName=property-counts.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type GlossarySpec struct {
	// +kubebuilder:validation:MinProperties=1
	// +kubebuilder:validation:MaxProperties=100
	Words map[string]string `json:"words"`

	Source Source `json:"source,omitempty"`
}

// Source says where a word comes from; one of its fields at least.
// +kubebuilder:validation:MinProperties=1
type Source struct {
	Book string `json:"book,omitempty"`
	Page int32  `json:"page,omitempty"`
}

type Glossary struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec GlossarySpec `json:"spec,omitempty"`
}
