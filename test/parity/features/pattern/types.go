// +groupName=pattern.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type LicencePlateSpec struct {
	// +kubebuilder:validation:Pattern=`^[A-Z]{1,3}-[0-9]+$`
	Number string `json:"number"`

	// Quoted, with what needs escapes.
	// +kubebuilder:validation:Pattern="^\\w+\\.\\d \"x\"/y$"
	Code string `json:"code,omitempty"`

	// +kubebuilder:validation:Pattern=`^[^,;]*$`
	Region string `json:"region,omitempty"`
}

type LicencePlate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec LicencePlateSpec `json:"spec,omitempty"`
}
