// +groupName=interface-extends-utility.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type TandemSpec struct {
	// Who steers.
	Front string `json:"front"`
	// +kubebuilder:validation:Minimum=1
	Gears int32 `json:"gears,omitempty"`
	Lamp  bool  `json:"lamp,omitempty"`
}

type Tandem struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TandemSpec `json:"spec,omitempty"`
}
