// +groupName=class-modifiers.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type SamovarSpec struct {
	Litres int32 `json:"litres"`
	// +optional
	// +kubebuilder:default=coal
	Fuel string `json:"fuel,omitempty"`
}

type Samovar struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec SamovarSpec `json:"spec,omitempty"`
}
