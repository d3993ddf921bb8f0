// +groupName=nullable.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type TelescopeSpec struct {
	// +nullable
	Filter *string `json:"filter"`
	// +nullable
	// +optional
	Zoom *int32 `json:"zoom,omitempty"`
	// +nullable
	Lenses []string `json:"lenses,omitempty"`
	// +nullable
	Mount *Mount `json:"mount,omitempty"`
	// +nullable
	Notes map[string]string `json:"notes,omitempty"`
}

type Mount struct {
	Screws int32 `json:"screws"`
}

type Telescope struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TelescopeSpec `json:"spec,omitempty"`
}
