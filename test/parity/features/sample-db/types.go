// +groupName=sample-db.parity.example.com
package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// SampleDBSpec is a database and what is done for it.
type SampleDBSpec struct {
	// Which release runs.
	// +kubebuilder:validation:Pattern=`^[0-9]+\.[0-9]+$`
	Version string `json:"version"`
	// Where its data is.
	Storage Storage `json:"storage"`
	// +optional
	Backup *Backup `json:"backup,omitempty"`
	// +optional
	Connection corev1.EnvFromSource `json:"connection,omitempty"`
}

// Storage is asked for with a claim.
type Storage struct {
	// +optional
	// +kubebuilder:default="10Gi"
	Size resource.Quantity `json:"size,omitempty"`
	// The usual one unless said otherwise.
	ClassName *string `json:"className,omitempty"`
}

// Backup is made on a schedule.
type Backup struct {
	Schedule string `json:"schedule"`
	// +optional
	// +kubebuilder:default=3
	// +kubebuilder:validation:Minimum=1
	Keep int32 `json:"keep,omitempty"`
}

type SampleDBStatus struct {
	// +optional
	Version string `json:"version,omitempty"`
	// +optional
	LastBackup *metav1.Time `json:"lastBackup,omitempty"`
}

// +kubebuilder:subresource:status
// +kubebuilder:resource:path=sampledbs,shortName=sdb,categories=all
type SampleDB struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   SampleDBSpec   `json:"spec,omitempty"`
	Status SampleDBStatus `json:"status,omitempty"`
}
