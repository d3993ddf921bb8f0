// +groupName=three-versions.parity.example.com
package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type RocketSpec struct {
	Fuel string `json:"fuel,omitempty"`
	Crew int32  `json:"crew,omitempty"`
}

type Rocket struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RocketSpec `json:"spec,omitempty"`
}
