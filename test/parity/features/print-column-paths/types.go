// +groupName=print-column-paths.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type NestSpec struct {
	Eggs map[string]int32 `json:"eggs,omitempty"`
}

type NestStatus struct {
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Ready",type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name="Blue",type=integer,JSONPath=`.spec.eggs['blue']`,description="Those of the thrush"
// +kubebuilder:printcolumn:name="Label",type=string,JSONPath=`.metadata.labels.nests\.example\.com/bird`
type Nest struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   NestSpec   `json:"spec,omitempty"`
	Status NestStatus `json:"status,omitempty"`
}
