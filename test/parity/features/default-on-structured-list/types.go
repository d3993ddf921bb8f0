// +groupName=default-on-structured-list.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Course struct {
	Name string `json:"name"`
	// +optional
	// +kubebuilder:default=1
	Plates int32 `json:"plates,omitempty"`
}

type MenuSpec struct {
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=5
	// +optional
	// +kubebuilder:default={{name: "soup"}, {name: "fish", plates: 2}}
	Courses []Course `json:"courses,omitempty"`
}

type Menu struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec MenuSpec `json:"spec,omitempty"`
}
