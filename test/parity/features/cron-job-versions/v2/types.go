// +groupName=cron-job-versions.parity.example.com
package v2

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type CronJobSpec struct {
	Schedule CronSchedule `json:"schedule"`
}

// CronSchedule says when, part by part; a part that is left out is any.
type CronSchedule struct {
	// +optional
	Minute *CronField `json:"minute,omitempty"`
	// +optional
	Hour *CronField `json:"hour,omitempty"`
	// Of the month.
	// +optional
	DayOfMonth *CronField `json:"dayOfMonth,omitempty"`
	// +optional
	Month *CronField `json:"month,omitempty"`
	// +optional
	DayOfWeek *CronField `json:"dayOfWeek,omitempty"`
}

// CronField is one part of a schedule.
type CronField string

type CronJobStatus struct {
	// +optional
	LastScheduleTime *metav1.Time `json:"lastScheduleTime,omitempty"`
}

// +kubebuilder:subresource:status
type CronJob struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   CronJobSpec   `json:"spec,omitempty"`
	Status CronJobStatus `json:"status,omitempty"`
}
