// Package gocode reads what the code of an operator in Go says about it: its controllers, markers, flags and webhooks. It
// gets the texts of the files, and reads and runs nothing else: packages of other modules are known by their paths only.
package gocode

import (
	"bytes"
	"encoding/json"
	"go/ast"
)

// Answer is what the code of an operator says about it.
type Answer struct {
	Files       List[File]       `json:"files"`
	Controllers List[Controller] `json:"controllers"`
	Conversions List[Conversion] `json:"conversions"`
	// Problems are the reasons why files cannot be read, or only in part.
	Problems List[Problem] `json:"problems"`
}

// List is written as a list in JSON, also if it is empty.
type List[T any] []T

// MarshalJSON writes a list.
func (l List[T]) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("[]"), nil
	}
	return json.Marshal([]T(l))
}

// Place is a position in a file. Columns are counted as in JavaScript.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// Problem is why a file cannot be read.
type Problem struct {
	Reason   string `json:"reason"`
	Position Place  `json:"position"`
}

// Named is something with a name or a text, and its place.
type Named struct {
	Name     string `json:"name"`
	Position Place  `json:"position"`
}

// File is what one file says.
type File struct {
	Path    string       `json:"path"`
	Markers List[Marker] `json:"markers"`
	Flags   List[Flag]   `json:"flags"`
	// ForeignFlags are calls that declare the flags of other packages: `klog.InitFlags`.
	ForeignFlags List[Named]         `json:"foreignFlags"`
	Options      List[ManagerOption] `json:"options"`
	// UnreadOptions are options of a manager that are known only at run time, or are in another file.
	UnreadOptions List[Named] `json:"unreadOptions"`
	// FileOptions are calls that take the options which have no value from a configuration file: `AndFrom`.
	FileOptions List[Named] `json:"fileOptions"`
	// Imports are the folders of the packages of the project that it imports.
	Imports List[string] `json:"imports"`
	// Managers are the places at which a manager is created.
	Managers List[Place] `json:"managers"`
	Lease    *Lease      `json:"lease,omitempty"`
	// UsualLeases are constants with the name of a Lease.
	UsualLeases    List[Lease]         `json:"usualLeases"`
	WebhookMethods List[WebhookMethod] `json:"webhookMethods"`
	// Additions are calls that add something to a manager and that no controller has.
	Additions List[Named] `json:"additions"`
	// Converters are the functions that convert between versions and are no methods.
	Converters List[Named] `json:"converters"`
	// CertificateMakers are calls after which the operator issues the certificate of its webhooks itself.
	CertificateMakers List[Named] `json:"certificateMakers"`
}

// Marker is a marker in a comment, without its sign.
type Marker struct {
	Text     string `json:"text"`
	Position Place  `json:"position"`
}

// Flag is a flag that a file declares.
type Flag struct {
	// Name is empty if it is known only at run time.
	Name string `json:"name,omitempty"`
	// Code is that of its name.
	Code     string `json:"code"`
	Position Place  `json:"position"`
	// Shorthand is its letter, as in `-m`.
	Shorthand string `json:"shorthand,omitempty"`
	// IsSwitch is true if it takes no value from the next word.
	IsSwitch bool `json:"isSwitch,omitempty"`
	target   target
	// call is the one in file that declares it; usual is its default, which some have not.
	call  *ast.CallExpr
	file  *file
	usual ast.Expr
}

// ManagerOption is an option that a manager is given, such as `LeaseDuration` or `Metrics.ExtraHandlers`.
type ManagerOption struct {
	Name string `json:"name"`
	// Code is that of its value.
	Code     string `json:"code"`
	Position Place  `json:"position"`
	// Constant is its value, or the default of its flag, as a text; nil if it is known only at run time.
	Constant *string `json:"constant,omitempty"`
	// Flag is the flag that sets it.
	Flag string `json:"flag,omitempty"`
	// IsNegated is true for `!open`, of which the constant, the flag and the assignments are those of `open`.
	IsNegated bool `json:"isNegated,omitempty"`
	// Assigned are the later assignments to the variable with its value, in their order.
	Assigned List[Assignment] `json:"assigned"`
	// Conditions are those under which it is set: all of them have to be met.
	Conditions List[Condition] `json:"conditions"`
}

// Assignment gives the variable of an option another value than its flag.
type Assignment struct {
	// Constant is the value as a text; nil if it is known only at run time.
	Constant *string `json:"constant,omitempty"`
	// Conditions are those under which it happens.
	Conditions List[Condition] `json:"conditions"`
}

// Condition compares the value of a flag with a text. One without a flag and a constant is known only at run time.
type Condition struct {
	Flag string `json:"flag,omitempty"`
	// Constant is the value, or the default of the flag, as a text; nil if it is known only at run time.
	Constant *string `json:"constant,omitempty"`
	// Is is the text that it has to be, or not to be.
	Is    string `json:"is"`
	IsNot bool   `json:"isNot"`
}

// Lease is the name of the Lease of a manager, which can be the default of a flag.
type Lease struct {
	// Name is nil if it is known only at run time.
	Name     *string `json:"name,omitempty"`
	Flag     string  `json:"flag,omitempty"`
	Position Place   `json:"position"`
}

// WebhookMethod is a method of a webhook or a conversion that has logic.
type WebhookMethod struct {
	Name string `json:"name"`
	// Is is `admission` or `conversion`.
	Is       string `json:"is"`
	Position Place  `json:"position"`
}

// GroupVersion is the group and version that a package declares.
type GroupVersion struct {
	Group   string `json:"group"`
	Version string `json:"version"`
}

// Conversion is a method of a kind, or what it would be in place of a registered converter.
type Conversion struct {
	// Name is `Hub` or `ConvertTo`.
	Name string `json:"name"`
	Kind string `json:"kind"`
	GroupVersion
	// Is is `declared`, or `registered` if only the version of a webhook is known.
	Is string `json:"is"`
}

// Type is a type that is named in the code.
type Type struct {
	// Path is that of its package.
	Path string `json:"path"`
	Name string `json:"name"`
	// IsOwn tells whether its package is one of the project.
	IsOwn bool `json:"isOwn"`
	// GroupVersion is what its package declares.
	*GroupVersion
}

// Controller is what a builder is told, or a reconciler that nothing was found to build.
type Controller struct {
	Position Place `json:"position"`
	// Receiver is the type that reconciles or sets it up; empty for a function.
	Receiver   string      `json:"receiver"`
	Reconciler *Reconciler `json:"reconciler,omitempty"`
	// IsBuilt tells whether the code that builds it was found.
	IsBuilt bool        `json:"isBuilt"`
	Of      *Type       `json:"of,omitempty"`
	Name    *string     `json:"name,omitempty"`
	Owns    List[Watch] `json:"owns"`
	Watches List[Watch] `json:"watches"`
	// Predicates filter the events of the reconciled kind, EventFilters those of all kinds.
	Predicates   List[Predicate] `json:"predicates"`
	EventFilters List[Predicate] `json:"eventFilters"`
	Options      Options         `json:"options"`
	Indexes      List[Index]     `json:"indexes"`
	// Unread are the parts that cannot be read, or have no equivalent.
	Unread List[Marker] `json:"unread"`
	around any
}

// Reconciler is a method that reconciles.
type Reconciler struct {
	Type     string `json:"type"`
	Position Place  `json:"position"`
	folder   string
}

// Watch is a kind that a controller watches.
type Watch struct {
	Type         *Type   `json:"type"`
	Position     Place   `json:"position"`
	Handler      Handler `json:"handler"`
	MetadataOnly bool    `json:"metadataOnly"`
	// EveryOwner tells whether all owners of an owned object are reconciled, and not only its controller.
	EveryOwner bool            `json:"everyOwner"`
	Predicates List[Predicate] `json:"predicates"`
}

// Handler finds the objects to reconcile. Is is `self`, `owner` with Of, or `map` with the name of a function.
type Handler struct {
	Is             string  `json:"is"`
	Of             *Type   `json:"of,omitempty"`
	OnlyController *bool   `json:"onlyController,omitempty"`
	Name           *string `json:"name,omitempty"`
}

// Predicate is a filter of events. Is is `changed` with What, or `and`, `or` or `not` with Of.
type Predicate struct {
	Is   string      `json:"is"`
	What string      `json:"what,omitempty"`
	Of   []Predicate `json:"of,omitempty"`
}

// Index is a field by which a cache finds objects.
type Index struct {
	Type     *Type  `json:"type"`
	Field    string `json:"field"`
	Position Place  `json:"position"`
}

// Options are options of a controller with an equivalent in the runtime, in the order of the code.
type Options []Option

// Option is a number or a boolean, by its name in the runtime.
type Option struct {
	Name  string
	Value any
}

// MarshalJSON writes an object with the order of the options.
func (o Options) MarshalJSON() ([]byte, error) {
	var text bytes.Buffer
	for index, each := range o {
		value, err := json.Marshal(each.Value)
		if err != nil {
			return nil, err
		}
		if index > 0 {
			text.WriteByte(',')
		}
		text.WriteString(`"` + each.Name + `":`)
		text.Write(value)
	}
	return []byte("{" + text.String() + "}"), nil
}
