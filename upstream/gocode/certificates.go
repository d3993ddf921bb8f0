package gocode

import "go/ast"

// certificateMakers are functions after which an operator issues the certificate of its webhooks, by the paths of their
// packages.
var certificateMakers = map[string]string{
	"github.com/open-policy-agent/cert-controller/pkg/rotator": "AddRotator",
	"knative.dev/pkg/webhook/certificates":                     "NewController",
	"github.com/qinqon/kube-admission-webhook/pkg/certificate": "NewManager",
}

// certificateMakersIn returns the calls of these functions, and those that pass them to others.
func (p *program) certificateMakersIn(f *file) (found []Named) {
	ast.Inspect(f.syntax, func(node ast.Node) bool {
		each, ok := node.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if name, isKnown := p.nameOf(f, each); isKnown && certificateMakers[name.path] == name.name && name.name != "" {
			found = append(found, Named{p.code(f, each), p.at(each.Pos())})
		}
		return true
	})
	return found
}
