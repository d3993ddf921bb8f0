// +groupName=print-columns.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type RegattaSpec struct {
	Boats int32       `json:"boats"`
	Entry float64     `json:"entry,omitempty"`
	Start metav1.Time `json:"start,omitempty"`
	Open  bool        `json:"open,omitempty"`
	River string      `json:"river,omitempty"`
}

type RegattaStatus struct {
	Winner string `json:"winner,omitempty"`
}

// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="River",type=string,JSONPath=`.spec.river`,description="Where they row, and how far"
// +kubebuilder:printcolumn:name="Boats",type=integer,JSONPath=`.spec.boats`,format=int32
// +kubebuilder:printcolumn:name="Entry fee",type=number,JSONPath=`.spec.entry`,priority=1
// +kubebuilder:printcolumn:name="Open",type=boolean,JSONPath=`.spec.open`
// +kubebuilder:printcolumn:name="Start",type=date,JSONPath=`.spec.start`
// +kubebuilder:printcolumn:name="Winner",type=string,JSONPath=`.status.winner`,priority=0
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
type Regatta struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   RegattaSpec   `json:"spec,omitempty"`
	Status RegattaStatus `json:"status,omitempty"`
}
