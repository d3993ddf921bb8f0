// +groupName=field-and-type-conflicts.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Waist is measured in the morning.
// +kubebuilder:validation:MaxLength=9
// +kubebuilder:validation:Pattern=`^[0-9]+$`
type Waist string

// Laces hold it.
// +kubebuilder:validation:MinItems=2
// +kubebuilder:validation:MaxItems=20
type Laces []string

// Bone is stiff.
// +kubebuilder:validation:Format=uuid
type Bone string

type CorsetSpec struct {
	// Measured again.
	// +kubebuilder:validation:MaxLength=5
	// +kubebuilder:validation:MinLength=1
	Evening Waist `json:"evening,omitempty"`
	// +kubebuilder:validation:Pattern=`^9`
	Night Waist `json:"night,omitempty"`
	Laces Laces `json:"laces,omitempty"`
	// +kubebuilder:validation:Format=uri
	Bone Bone `json:"bone,omitempty"`
	// +optional
	// +kubebuilder:default="12"
	Morning Waist `json:"morning,omitempty"`
}

type Corset struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CorsetSpec `json:"spec,omitempty"`
}
