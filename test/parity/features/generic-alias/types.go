// +groupName=generic-alias.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ToolboxSpec struct {
	Hammers HammerPair        `json:"hammers"`
	Sizes   IntPair           `json:"sizes,omitempty"`
	Spare   map[string]Hammer `json:"spare,omitempty"`
}

type HammerPair struct {
	Left  Hammer `json:"left"`
	Right Hammer `json:"right"`
}

type IntPair struct {
	Left  int32 `json:"left"`
	Right int32 `json:"right"`
}

type Hammer struct {
	Grams int32 `json:"grams"`
}

type Toolbox struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ToolboxSpec `json:"spec,omitempty"`
}
