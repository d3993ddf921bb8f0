// +groupName=scale-with-selector.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ConvoySpec struct {
	Lorries *int32 `json:"lorries,omitempty"`
}

type ConvoyStatus struct {
	OnTheRoad int32  `json:"onTheRoad"`
	Selector  string `json:"selector,omitempty"`
}

// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.lorries,statuspath=.status.onTheRoad,selectorpath=.status.selector
type Convoy struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   ConvoySpec   `json:"spec,omitempty"`
	Status ConvoyStatus `json:"status,omitempty"`
}
