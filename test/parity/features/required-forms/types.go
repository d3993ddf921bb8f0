// +groupName=required-forms.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type PassportSpec struct {
	Name string `json:"name"`
	// +kubebuilder:validation:Required
	Number string `json:"number,omitempty"`
	// +required
	Country string `json:"country,omitempty"`
	// +kubebuilder:validation:Required
	// +optional
	Photo string `json:"photo"`
	// +k8s:required
	Born string `json:"born,omitempty"`
}

type Passport struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PassportSpec `json:"spec"`
}
