// +groupName=schemaless.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type JumbleSpec struct {
	// Whatever it is.
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	Heap Heap `json:"heap,omitempty"`
	// A text, whatever the type says.
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:Type=string
	Label Heap `json:"label,omitempty"`
}

type Heap struct {
	Rags int32 `json:"rags,omitempty"`
}

type Jumble struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec JumbleSpec `json:"spec,omitempty"`
}
