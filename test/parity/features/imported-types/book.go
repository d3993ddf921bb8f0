package v1

// Book is read.
type Book struct {
	Title string `json:"title"`
	// +kubebuilder:validation:Minimum=1
	Pages int32 `json:"pages,omitempty"`
}
