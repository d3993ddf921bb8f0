// +groupName=selectable-fields.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type HarbourSpec struct {
	Sea   string `json:"sea,omitempty"`
	Depth int32  `json:"depth,omitempty"`
}

type HarbourStatus struct {
	Full bool `json:"full,omitempty"`
}

// +kubebuilder:subresource:status
// +kubebuilder:selectablefield:JSONPath=`.spec.sea`
// +kubebuilder:selectablefield:JSONPath=`.spec.depth`
// +kubebuilder:selectablefield:JSONPath=`.status.full`
type Harbour struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   HarbourSpec   `json:"spec,omitempty"`
	Status HarbourStatus `json:"status,omitempty"`
}
