// +groupName=constants-in-markers.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type BeehiveSpec struct {
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=40
	Frames int32 `json:"frames"`
	// +kubebuilder:validation:Enum=Oak;Lime
	// +optional
	// +kubebuilder:default=Lime
	Wood string `json:"wood,omitempty"`
	// +kubebuilder:validation:Pattern=`^[0-9]{4}$`
	Mark string `json:"mark,omitempty"`
}

type Beehive struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec BeehiveSpec `json:"spec,omitempty"`
}
