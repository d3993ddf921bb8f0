// +groupName=literals.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type RiverbedSpec struct {
	// +optional
	// +kubebuilder:default=1000
	Long int32 `json:"long,omitempty"`
	// +optional
	// +kubebuilder:default=255
	Hex int32 `json:"hex,omitempty"`
	// +optional
	// +kubebuilder:default={-1,-2}
	Below []int32 `json:"below,omitempty"`
	// +optional
	// +kubebuilder:default="ü\n\t☂\\"
	Signs string `json:"signs,omitempty"`
	// +optional
	// +kubebuilder:default="plain"
	Plain string `json:"plain,omitempty"`
	// +kubebuilder:validation:Pattern=`^a\/b$`
	Slash string `json:"slash,omitempty"`
	// +kubebuilder:validation:Enum="1";"true";"null";"a b";"~";"ß"
	Odd string `json:"odd,omitempty"`
	// +kubebuilder:validation:Minimum=1.5e3
	Wide float64 `json:"wide,omitempty"`
}

type Riverbed struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RiverbedSpec `json:"spec,omitempty"`
}
