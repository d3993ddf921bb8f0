package main

import (
	"encoding/json"
	"sync/atomic"

	"operator-gen.test/upstream/gocode"
)

// protocolVersion changes when a response to the same request changes its meaning.
const protocolVersion = 3

// Hello is the first line of the output.
type Hello struct {
	Protocol   int    `json:"protocol"`
	Kubernetes string `json:"kubernetes"`
	// Emulates is the minor version of the flag --emulate.
	Emulates string   `json:"emulates,omitempty"`
	Problem  *Problem `json:"problem,omitempty"`
}

// Request is one line of the input. All objects are texts in YAML or JSON with one document each.
type Request struct {
	// ID is repeated in the response. Responses can arrive in another order than the requests.
	ID int `json:"id"`
	// Operation is `object`, `define`, `costs`, `kustomize` or `go`.
	Operation string `json:"operation"`
	// Object is the object to create, or with Old, the object to update to.
	Object string `json:"object,omitempty"`
	Old    string `json:"old,omitempty"`
	// CRDs are the definitions of custom resources, without which only built-in kinds are known.
	CRDs []string `json:"crds,omitempty"`
	// Definitions are the names of further definitions, each of which was the object of a request `define` with this Name.
	// So the definition of many objects is sent once.
	Definitions []string `json:"definitions,omitempty"`
	Name        string   `json:"name,omitempty"`
	// Stored asks for the object as it would be stored.
	Stored bool `json:"stored,omitempty"`
	// PodSecurityVersion is the version of the Pod Security Standards, such as `v1.28`; `latest` without a valid one.
	PodSecurityVersion string `json:"podSecurityVersion,omitempty"`
	// Root is an absolute path below which `kustomize` can read, Folder the path of the kustomization in it, with slashes.
	Root   string `json:"root,omitempty"`
	Folder string `json:"folder,omitempty"`
	// Files are contents that replace those on disk, or are not on disk yet, by their path below Root. For `go`, they are the
	// Go files of an operator, by paths that begin with Folder.
	Files map[string]string `json:"files,omitempty"`
	// Module is the path of the Go module in Folder.
	Module string `json:"module,omitempty"`
	// LeftOut are Go files of which only the markers are read, Alone folders whose files are first read one by one: an
	// earlier request found them too costly.
	LeftOut []string `json:"leftOut,omitempty"`
	Alone   []string `json:"alone,omitempty"`
	// reading is the file or the folder that `go` is working on.
	reading atomic.Pointer[string]
}

// Response is one line of the output for each request.
type Response struct {
	ID int `json:"id"`
	// Errors are why the API server refuses the object. An object without errors and without a problem is accepted.
	Errors   []Error  `json:"errors,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
	// Object is the object as it would be stored, with all defaults, if the request asks for it.
	Object json.RawMessage `json:"object,omitempty"`
	// StoredText is Object as a text, for readers whose numbers cannot have all integers of 64 bits.
	StoredText string `json:"storedText,omitempty"`
	// Items are the objects of a `List` as JSON. The API server does not serve lists, and so there is no verdict: each item
	// must be a request of its own.
	Items []string `json:"items,omitzero"`
	// Costs are the estimated costs of all CEL rules of a CRD.
	Costs []Cost `json:"costs,omitempty"`
	// PodSecurity is set for objects that create Pods.
	PodSecurity *PodSecurity `json:"podSecurity,omitempty"`
	// Identity tells which object the request contains; nil if it is none.
	Identity *Identity `json:"identity,omitempty"`
	// Built are the objects that `kustomize build` prints.
	Built []Built `json:"built,omitempty"`
	// Read are the files that were read for it, by their paths below Root, sorted.
	Read []string `json:"read,omitempty"`
	// Go is what the code of an operator says about it.
	Go      *gocode.Answer `json:"go,omitempty"`
	Problem *Problem       `json:"problem,omitempty"`
}

// Identity is the identity of an object, as it is written in the request.
type Identity struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace,omitempty"`
	Name       string `json:"name,omitempty"`
	// Defines is the kind that a CustomResourceDefinition defines, such as `Foo.example.com`.
	Defines string `json:"defines,omitempty"`
	// items are those of a list, which are a part of Response.
	items json.RawMessage
}

// Built is an object that kustomize has built, as YAML.
type Built struct {
	Object string `json:"object"`
	// File is the path below Root of the file with the resource before it was patched, or of the kustomization that
	// generated it; empty if it is not known.
	File string `json:"file,omitempty"`
}

// Error is one reason for a refusal, in the words of the API server.
type Error struct {
	// Type is a cause of metav1.StatusCause, such as `FieldValueInvalid`, or `StrictDecoding`, or `BadRequest`.
	Type string `json:"type"`
	// Field is the path of the field, such as `spec.versions[0].name`. Empty for the whole object.
	Field string `json:"field,omitempty"`
	// Value is the refused value, unless it is large.
	Value   json.RawMessage `json:"value,omitempty"`
	Message string          `json:"message"`
}

// Cost is the estimated cost of one CEL expression, compared with a limit.
type Cost struct {
	Field string `json:"field"`
	Cost  uint64 `json:"cost"`
	Limit uint64 `json:"limit"`
}

// PodSecurity has the reasons why a Pod violates the levels of the Pod Security Standards, at the version of
// the request.
type PodSecurity struct {
	Baseline   []string `json:"baseline,omitempty"`
	Restricted []string `json:"restricted,omitempty"`
}

// Problem is why a request has no verdict. Codes: `invalid-yaml`, `unknown-kind`, `not-served` where the group has the kind
// but not in this version, `invalid-crd`, `kustomize`, `bad-request`, `emulation`, `timeout`, `memory`, `too-large` and
// `internal`. After `timeout` the work goes on in vain until it is done; after `memory` the process ends.
type Problem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	// Reading is the Go file or the folder whose types take too long or too much memory.
	Reading string `json:"reading,omitempty"`
}
