// +groupName=empty-objects.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// DesertSpec has nothing in it.
type DesertSpec struct {
	Sand Sand `json:"sand,omitempty"`
}

// Sand is all the same.
type Sand struct{}

type DesertStatus struct{}

type Desert struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   DesertSpec   `json:"spec,omitempty"`
	Status DesertStatus `json:"status,omitempty"`
}
