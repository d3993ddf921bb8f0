// +groupName=items-markers-on-types.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Weekdays are five.
// +kubebuilder:validation:MaxItems=5
// +kubebuilder:validation:items:MaxLength=3
type Weekdays []string

type WorkplanSpec struct {
	Days Weekdays `json:"days,omitempty"`
}

type Workplan struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec WorkplanSpec `json:"spec,omitempty"`
}
