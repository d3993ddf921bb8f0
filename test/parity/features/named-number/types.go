// +groupName=named-number.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Balance is positive to the left.
// +kubebuilder:validation:Minimum=-100
// +kubebuilder:validation:Maximum=100
type Balance int32

type SeesawSpec struct {
	Start Balance `json:"start"`
	// Where it comes to rest.
	// +optional
	End *Balance `json:"end,omitempty"`
}

type Seesaw struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SeesawSpec `json:"spec,omitempty"`
}
