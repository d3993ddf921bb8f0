// +groupName=vm-group.parity.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// VmGroupSpec is the same machine several times.
type VmGroupSpec struct {
	// Cores of each machine.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=4
	CPU int32 `json:"cpu"`

	// Gigabytes of each machine.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=8
	Memory int32 `json:"memory"`

	// What each machine is cloned from.
	Template string `json:"template"`

	// How many machines there are.
	// +kubebuilder:validation:Minimum=1
	Replicas int32 `json:"replicas"`
}

// Phase says how far it got.
// +kubebuilder:validation:Enum=PENDING;RUNNING;ERROR
type Phase string

// VmGroupStatus is what the machines are doing.
type VmGroupStatus struct {
	// +optional
	Phase Phase `json:"phase,omitempty"`
	// +optional
	CurrentReplicas *int32 `json:"currentReplicas,omitempty"`
	// +optional
	DesiredReplicas int32 `json:"desiredReplicas,omitempty"`
	// What the service said last.
	// +optional
	LastMessage string `json:"lastMessage,omitempty"`
}

// +kubebuilder:resource:shortName=vg
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.desiredReplicas
// +kubebuilder:printcolumn:name="Phase",type=string,JSONPath=`.status.phase`
// +kubebuilder:printcolumn:name="Current",type=integer,JSONPath=`.status.currentReplicas`
// +kubebuilder:printcolumn:name="Desired",type=integer,JSONPath=`.spec.replicas`
// +kubebuilder:printcolumn:name="CPU",type=integer,JSONPath=`.spec.cpu`
// +kubebuilder:printcolumn:name="Memory",type=integer,JSONPath=`.spec.memory`
// +kubebuilder:printcolumn:name="Template",type=string,JSONPath=`.spec.template`
// +kubebuilder:printcolumn:name="Last_Message",type=string,JSONPath=`.status.lastMessage`
type VmGroup struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   VmGroupSpec   `json:"spec"`
	Status VmGroupStatus `json:"status,omitempty"`
}
