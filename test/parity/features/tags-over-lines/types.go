// +groupName=tags-over-lines.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type LoomSpec struct {
	// +kubebuilder:validation:XValidation:rule="self.size() < 4",message="too many threads"
	// +kubebuilder:validation:MaxItems=9
	Threads []string `json:"threads,omitempty"`
	// The pattern.
	// +optional
	// +kubebuilder:default={rows: {1, 2}, name: "plain"}
	Weave Weave `json:"weave,omitempty"`
}

type Weave struct {
	Rows []int32 `json:"rows"`
	Name string  `json:"name"`
}

type Loom struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LoomSpec `json:"spec,omitempty"`
}
