// +groupName=structs.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Window struct {
	Panes int32 `json:"panes"`
	Open  bool  `json:"open,omitempty"`
}

// Room is where somebody lives.
type Room struct {
	Name string `json:"name"`
	// To the street.
	Window Window `json:"window,omitempty"`
	Back   Window `json:"back"`
}

type HouseSpec struct {
	Hall    Room   `json:"hall"`
	Kitchen *Room  `json:"kitchen,omitempty"`
	Others  []Room `json:"others,omitempty"`
}

type House struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec HouseSpec `json:"spec,omitempty"`
}
