// +groupName=two-versions.parity.example.com
package v2

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// PrinterSpec has colours.
type PrinterSpec struct {
	// +kubebuilder:validation:MaxItems=4
	Inks []string `json:"inks,omitempty"`
}

type PrinterStatus struct {
	Pages int64 `json:"pages,omitempty"`
}

// Printer prints in colour.
// +kubebuilder:subresource:status
// +kubebuilder:storageversion
// +kubebuilder:resource:shortName=pr
type Printer struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   PrinterSpec   `json:"spec,omitempty"`
	Status PrinterStatus `json:"status,omitempty"`
}
