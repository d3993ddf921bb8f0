//go:build tools

// Package tools keeps the dependencies of chainsaw in go.mod: its version of Go has no tool directive.
package tools

import _ "github.com/kyverno/chainsaw"
