// +groupName=one-of-in-parts.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type PaymentSpec struct {
	Means  []Means          `json:"means,omitempty"`
	ByName map[string]Means `json:"byName,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self.cash != 1"
	First Means `json:"first,omitempty"`
}

// Means is how one pays.
// +kubebuilder:validation:XValidation:rule="[has(self.cash),has(self.card)].exists(x, x)",message="something has to be paid"
type Means struct {
	Cash int64  `json:"cash,omitempty"`
	Card string `json:"card,omitempty"`
}

type Payment struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PaymentSpec `json:"spec,omitempty"`
}
