// +groupName=spec-of-other-types.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Ticker has an odd spec.
type Ticker struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// One line after the other.
	// +kubebuilder:validation:MaxItems=9
	Spec   []string `json:"spec"`
	Status string   `json:"status,omitempty"`
}
