// +groupName=named-string.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Postcode is five digits.
// +kubebuilder:validation:Pattern=`^[0-9]{5}$`
// +kubebuilder:validation:MaxLength=5
type Postcode string

type PostboxSpec struct {
	Near Postcode `json:"near"`
	// The districts that it serves.
	Serves []Postcode `json:"serves,omitempty"`
}

type Postbox struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PostboxSpec `json:"spec,omitempty"`
}
