// +groupName=embedded-intersection.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Coloured struct {
	Colour string `json:"colour"`
}

type Tailed struct {
	// In metres.
	// +kubebuilder:validation:Minimum=0
	Tail int32 `json:"tail,omitempty"`
}

type KiteSpec struct {
	Coloured `json:",inline"`
	Tailed   `json:",inline"`
	String   string `json:"string"`
}

type Kite struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec KiteSpec `json:"spec,omitempty"`
}
