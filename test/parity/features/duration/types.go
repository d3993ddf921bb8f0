// +groupName=duration.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type HourglassSpec struct {
	Sand metav1.Duration `json:"sand"`
	// Until somebody turns it.
	// +optional
	// +kubebuilder:default="3m"
	Turn *metav1.Duration `json:"turn,omitempty"`
}

type Hourglass struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec HourglassSpec `json:"spec,omitempty"`
}
