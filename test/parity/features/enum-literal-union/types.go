// +groupName=enum-literal-union.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type SignalSpec struct {
	// Which lamp is lit.
	// +kubebuilder:validation:Enum=Red;Amber;Green
	Lamp string `json:"lamp"`
	// +kubebuilder:validation:Enum=Left;Right
	Arrow *string `json:"arrow,omitempty"`
	// +kubebuilder:validation:Enum=Always
	Wired string `json:"wired"`
}

type Signal struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SignalSpec `json:"spec,omitempty"`
}
