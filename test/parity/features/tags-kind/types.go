// +groupName=tags-kind.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type AlmanacSpec struct {
	Year int32 `json:"year"`
}

type AlmanacStatus struct {
	Printed int32 `json:"printed,omitempty"`
}

// Almanac knows the weather.
// +kubebuilder:resource:shortName=al,scope=Cluster
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.year,statuspath=.status.printed
// +kubebuilder:printcolumn:name="Year",type=integer,JSONPath=`.spec.year`
type Almanac struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   AlmanacSpec   `json:"spec,omitempty"`
	Status AlmanacStatus `json:"status,omitempty"`
}
