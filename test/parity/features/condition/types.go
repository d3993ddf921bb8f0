// +groupName=condition.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type PatientSpec struct{}

type PatientStatus struct {
	// How it goes.
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
	Worst      *metav1.Condition  `json:"worst,omitempty"`
}

// +kubebuilder:subresource:status
type Patient struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   PatientSpec   `json:"spec,omitempty"`
	Status PatientStatus `json:"status,omitempty"`
}
