// +groupName=kind-with-base.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type TowerSpec struct {
	Storeys int32 `json:"storeys"`
}

type BuildingStatus struct {
	Standing bool `json:"standing"`
}

// Tower is a building.
// +kubebuilder:subresource:status
type Tower struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What is asked for.
	Spec   TowerSpec      `json:"spec"`
	Status BuildingStatus `json:"status,omitempty"`
	Clock  bool           `json:"clock,omitempty"`
}
