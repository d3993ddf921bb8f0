// +groupName=utility-omit.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type GardenSpec struct {
	Bed Bed `json:"bed,omitempty"`
}

type Bed struct {
	// In steps.
	Width int32 `json:"width"`
	// +kubebuilder:validation:MaxItems=3
	Plants []string `json:"plants,omitempty"`
}

type Garden struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec GardenSpec `json:"spec,omitempty"`
}
