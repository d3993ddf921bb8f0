// +groupName=optional-forms.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type SuitcaseSpec struct {
	Shirts int32 `json:"shirts,omitempty"`
	// +optional
	Socks int32 `json:"socks"`
	// +kubebuilder:validation:Optional
	Books []string `json:"books"`
	Hat   *string  `json:"hat,omitempty"`
	// A pointer alone makes nothing optional.
	Lock *string `json:"lock"`
	// +k8s:optional
	Strap  string `json:"strap"`
	Wheels Wheels `json:"wheels,omitempty"`
}

type Wheels struct {
	Count int32 `json:"count"`
}

type Suitcase struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SuitcaseSpec `json:"spec,omitempty"`
}
