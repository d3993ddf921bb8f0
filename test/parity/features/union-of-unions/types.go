// +groupName=union-of-unions.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type WeathercockSpec struct {
	// +kubebuilder:validation:Enum=N;E;S;W
	Wind string `json:"wind"`
	// Or none at all.
	// +kubebuilder:validation:Enum=N;S;E;W;Calm
	Tomorrow string `json:"tomorrow,omitempty"`
}

type Weathercock struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WeathercockSpec `json:"spec,omitempty"`
}
