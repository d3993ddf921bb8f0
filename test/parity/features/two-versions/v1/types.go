// +groupName=two-versions.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// PrinterSpec is simple.
type PrinterSpec struct {
	Ink string `json:"ink,omitempty"`
}

type PrinterStatus struct {
	Pages int64 `json:"pages,omitempty"`
}

// Printer prints.
// +kubebuilder:subresource:status
// +kubebuilder:resource:shortName=pr
// +kubebuilder:deprecatedversion:warning="use v2"
// +kubebuilder:printcolumn:name="Ink",type=string,JSONPath=`.spec.ink`
type Printer struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   PrinterSpec   `json:"spec,omitempty"`
	Status PrinterStatus `json:"status,omitempty"`
}
