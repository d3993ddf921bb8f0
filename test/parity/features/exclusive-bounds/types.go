// +groupName=exclusive-bounds.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type SieveSpec struct {
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:ExclusiveMinimum=true
	// +kubebuilder:validation:Maximum=10
	// +kubebuilder:validation:ExclusiveMaximum=true
	Mesh int32 `json:"mesh"`

	// +kubebuilder:validation:Maximum=2.5
	// +kubebuilder:validation:ExclusiveMaximum=true
	Thickness float64 `json:"thickness"`

	// Says what holds anyway.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:ExclusiveMinimum=false
	Layers int32 `json:"layers"`
}

type Sieve struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SieveSpec `json:"spec,omitempty"`
}
