// +groupName=example.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ExhibitSpec struct {
	// +kubebuilder:example=beetle
	Kind string `json:"kind,omitempty"`
	// +kubebuilder:example=6
	Legs int32 `json:"legs,omitempty"`
	// +kubebuilder:example={red,black}
	Colours []string `json:"colours,omitempty"`
	// +kubebuilder:example={length: 12, alive: false}
	Body Body `json:"body,omitempty"`
	// +kubebuilder:example=true
	Rare bool `json:"rare,omitempty"`
}

type Body struct {
	Length int32 `json:"length,omitempty"`
	Alive  bool  `json:"alive,omitempty"`
}

type Exhibit struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ExhibitSpec `json:"spec,omitempty"`
}
