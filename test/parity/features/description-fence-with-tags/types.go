// +groupName=description-fence-with-tags.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type PrimerSpec struct {
	// As in
	//
	// ```ts
	// @minimum 3
	// x: Int32
	// ```
	// and no further.
	// +kubebuilder:validation:Minimum=2
	Chapters int32 `json:"chapters,omitempty"`
}

type Primer struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PrimerSpec `json:"spec,omitempty"`
}
