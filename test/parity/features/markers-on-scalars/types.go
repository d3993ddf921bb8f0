// +groupName=markers-on-scalars.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type CupboardSpec struct {
	// +kubebuilder:validation:MaxLength=64
	Photo []byte `json:"photo,omitempty"`
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Pattern=`^[0-9]+h$`
	Opens metav1.Duration `json:"opens,omitempty"`
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Format=date
	Bought metav1.Time `json:"bought,omitempty"`
}

type Cupboard struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CupboardSpec `json:"spec,omitempty"`
}
