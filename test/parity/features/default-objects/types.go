// +groupName=default-objects.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Climate struct {
	// +optional
	// +kubebuilder:default=20
	Degrees int32 `json:"degrees,omitempty"`
	Misty   bool  `json:"misty,omitempty"`
}

type GreenhouseSpec struct {
	// +optional
	// +kubebuilder:default={degrees: 24, misty: true}
	Climate Climate `json:"climate,omitempty"`
	// +optional
	// +kubebuilder:default={}
	Night Climate `json:"night,omitempty"`
	// +optional
	// +kubebuilder:default={tomato: "south", leek: "north"}
	Beds map[string]string `json:"beds,omitempty"`
}

type Greenhouse struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec GreenhouseSpec `json:"spec,omitempty"`
}
