// +groupName=items-markers.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type RosterSpec struct {
	// +kubebuilder:validation:MaxItems=10
	// +kubebuilder:validation:items:MinLength=1
	// +kubebuilder:validation:items:MaxLength=63
	// +kubebuilder:validation:items:Pattern=`^[a-z]+$`
	Names []string `json:"names,omitempty"`
	// +kubebuilder:validation:items:Minimum=0
	// +kubebuilder:validation:items:Maximum=23
	// +kubebuilder:validation:items:ExclusiveMaximum=true
	// +kubebuilder:validation:items:MultipleOf=2
	Hours []int32 `json:"hours,omitempty"`
	// +kubebuilder:validation:items:Enum=Mon;Tue
	Days []string `json:"days,omitempty"`
	// +kubebuilder:validation:items:Format=ipv4
	Hosts []string `json:"hosts,omitempty"`
	// +kubebuilder:validation:items:MaxItems=3
	Pairs [][]string `json:"pairs,omitempty"`
	// +kubebuilder:validation:items:XValidation:rule="self != 'nobody'",message="somebody"
	Whom []string `json:"whom,omitempty"`
	// +kubebuilder:validation:items:MinProperties=1
	Notes []map[string]string `json:"notes,omitempty"`
}

type Roster struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec RosterSpec `json:"spec,omitempty"`
}
