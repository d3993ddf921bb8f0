// +groupName=optional-marker.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type ParasolSpec struct {
	// There when it is read, and nobody's to write.
	// +optional
	Ribs   int32  `json:"ribs"`
	Handle string `json:"handle"`
	Cover  Cover  `json:"cover,omitempty"`
}

type Cover struct {
	// +optional
	Colours []string `json:"colours"`
}

type Parasol struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ParasolSpec `json:"spec,omitempty"`
}
