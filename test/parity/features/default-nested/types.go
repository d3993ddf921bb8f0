// +groupName=default-nested.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Lights struct {
	Colours []string `json:"colours"`
	Level   int32    `json:"level"`
}

type Stage struct {
	Lights Lights `json:"lights"`
	Doors  int32  `json:"doors,omitempty"`
}

type TheatreSpec struct {
	// +optional
	// +kubebuilder:default={lights: {colours: {red, blue}, level: 7}, doors: 2}
	Stage Stage `json:"stage,omitempty"`
}

type Theatre struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TheatreSpec `json:"spec,omitempty"`
}
