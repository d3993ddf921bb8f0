// +groupName=omit-with-markers.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type SatchelSpec struct {
	School School `json:"school"`
}

type School struct {
	// What is in it.
	// +kubebuilder:validation:MaxItems=9
	// +listType=set
	Books []string `json:"books"`
	// +optional
	// +kubebuilder:default=2
	Straps int32 `json:"straps,omitempty"`
	// +nullable
	Clasp *string `json:"clasp,omitempty"`
	Inner Pocket  `json:"inner"`
}

// Pocket is sewn on.
type Pocket struct {
	// +kubebuilder:validation:MinLength=1
	Zip string `json:"zip"`
}

type Satchel struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SatchelSpec `json:"spec,omitempty"`
}
