package gocode

import (
	"go/ast"
	"go/types"
)

const (
	// mostPassed limits the functions through which an argument is followed.
	mostPassed = 10
	// mostCalls limits the calls of a function that are compared.
	mostCalls = 100
)

// argumentOf returns what a parameter stands for: the argument of the only call of its function, or of all calls if they pass the
// same constant. Another expression, or a parameter whose value is known only at run time, is returned as it is.
func (p *program) argumentOf(f *file, expr ast.Expr) (*file, ast.Expr) {
	for range mostPassed {
		decl, index := p.parameterIn(f, expr)
		if decl == nil || len(p.assignmentsTo(f, p.target(f, expr))) > 0 {
			return f, expr
		}
		given := p.argumentsAt(decl, index)
		if len(given) == 0 || len(given) > mostCalls {
			return f, expr
		}
		for _, each := range given[1:] {
			if !areSame(p.constantOf(each.file, each.value), p.constantOf(given[0].file, given[0].value)) {
				return f, expr
			}
		}
		f, expr = given[0].file, given[0].value
	}
	return f, expr
}

// parameterIn returns the function and the index of the parameter that an expression is; nil for another expression.
func (p *program) parameterIn(f *file, expr ast.Expr) (*ast.FuncDecl, int) {
	ident, ok := dereferenced(expr).(*ast.Ident)
	decl := f.around(expr)
	if !ok || decl == nil || p.info.Uses[ident] == nil {
		return nil, 0
	}
	index := 0
	for _, field := range decl.Type.Params.List {
		_, isVariadic := field.Type.(*ast.Ellipsis)
		for _, each := range field.Names {
			if p.info.Defs[each] == p.info.Uses[ident] && !isVariadic {
				return decl, index
			}
			index++
		}
	}
	return nil, 0
}

// argumentsAt returns the arguments for a parameter in all calls of a function; none if it is also used in another way.
func (p *program) argumentsAt(decl *ast.FuncDecl, index int) (found []initializer) {
	object, ok := p.info.Defs[decl.Name].(*types.Func)
	if !ok {
		return nil
	}
	for _, each := range p.usesOf(object) {
		var called ast.Expr = each.ident
		if selector, ok := each.file.parent(called).(*ast.SelectorExpr); ok {
			called = selector
		}
		call, ok := each.file.parent(called).(*ast.CallExpr)
		if !ok || call.Fun != called || len(call.Args) != decl.Type.Params.NumFields() {
			return nil
		}
		found = append(found, initializer{file: each.file, value: call.Args[index]})
	}
	return found
}
