// +groupName=scale-subresource.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type OrchestraSpec struct {
	// How many play.
	Players int32 `json:"players,omitempty"`
}

type OrchestraStatus struct {
	Seated int32 `json:"seated,omitempty"`
}

// +kubebuilder:subresource:scale:specpath=.spec.players,statuspath=.status.seated
type Orchestra struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   OrchestraSpec   `json:"spec,omitempty"`
	Status OrchestraStatus `json:"status,omitempty"`
}
