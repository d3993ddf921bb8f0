// +groupName=at-most-one-of.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// ForkSpec leads somewhere.
// +kubebuilder:validation:AtMostOneOf=left;right
type ForkSpec struct {
	// +optional
	Left string `json:"left,omitempty"`
	// +optional
	Right *string `json:"right,omitempty"`
	Back  string  `json:"back"`
}

type Fork struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ForkSpec `json:"spec,omitempty"`
}
