// +groupName=maps.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type GlobeSpec struct {
	Capitals map[string]string           `json:"capitals"`
	People   map[string]int64            `json:"people,omitempty"`
	Coast    map[string]bool             `json:"coast,omitempty"`
	Rivers   map[string]River            `json:"rivers,omitempty"`
	Nested   map[string]map[string]int32 `json:"nested,omitempty"`
}

// River flows into a sea.
type River struct {
	Sea string `json:"sea"`
}

type Globe struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec GlobeSpec `json:"spec,omitempty"`
}
