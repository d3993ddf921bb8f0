// +groupName=int-or-string-markers.parity.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

type ValveSpec struct {
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:validation:Pattern=`^[0-9]+%?$`
	// +kubebuilder:validation:MaxLength=4
	Flow intstr.IntOrString `json:"flow,omitempty"`
}

type Valve struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ValveSpec `json:"spec,omitempty"`
}
