package gocode

import (
	"go/ast"
	"go/types"
)

// findReconcilers finds the methods that reconcile requests, or return the result of it.
func (p *program) findReconcilers() {
	p.reconcilers = map[types.Object]*Reconciler{}
	for _, f := range p.files {
		for decl := range functionsIn(f) {
			receiver := receiverOf(decl)
			if decl.Name.Name != "Reconcile" || receiver == "" || !namesResult(decl.Type) {
				continue
			}
			found := &Reconciler{Type: receiver, Position: p.at(decl.Pos()), folder: f.pkg.folder}
			p.allReconcilers = append(p.allReconcilers, found)
			if object := p.info.Defs[decl.Name]; object != nil {
				p.reconcilers[object] = found
			}
		}
	}
}

// namesResult tells whether a type of a function names a request or a result.
func namesResult(of *ast.FuncType) (found bool) {
	ast.Inspect(of, func(node ast.Node) bool {
		ident, ok := node.(*ast.Ident)
		found = found || ok && (ident.Name == "Request" || ident.Name == "Result")
		return !found
	})
	return found
}

// reconcilerOf returns the reconciler that an expression is; otherwise that of the type that sets it up, or the only one of the
// package.
func (p *program) reconcilerOf(f *file, around *ast.FuncDecl, expr ast.Expr) *Reconciler {
	if expr != nil {
		if found := p.reconcilerIn(f, expr, map[any]bool{}); found != nil {
			return found
		}
	}
	var beside []*Reconciler
	for _, each := range p.allReconcilers {
		if each.folder == f.pkg.folder {
			beside = append(beside, each)
			if each.Type == receiverOf(around) {
				return each
			}
		}
	}
	// A parameter or a field that can have any reconciler.
	if len(beside) == 1 && (expr == nil || !hasFunction(expr)) {
		return beside[0]
	}
	return nil
}

func hasFunction(expr ast.Expr) (found bool) {
	ast.Inspect(expr, func(node ast.Node) bool {
		switch each := node.(type) {
		case *ast.FuncLit:
			found = true
		case *ast.Ident:
			found = found || each.Name == "Func"
		}
		return !found
	})
	return found
}

// reconcilerIn returns the reconciler that an expression is.
func (p *program) reconcilerIn(f *file, expr ast.Expr, seen map[any]bool) *Reconciler {
	if seen[expr] {
		return nil
	}
	seen[expr] = true
	if found := p.reconcilerWith(p.info.TypeOf(expr)); found != nil {
		return found
	}
	if call := callOf(expr); call != nil {
		if made, ok := p.functionOf(p.object(call.Fun)); ok {
			if found := p.reconcilerFrom(made, seen); found != nil {
				return found
			}
		}
		for _, each := range call.Args {
			if found := p.reconcilerIn(f, each, seen); found != nil {
				return found
			}
		}
		return nil
	}
	return p.assignedReconciler(p.object(expr), seen)
}

// reconcilerWith returns the reconciler that a type is or has a part of.
func (p *program) reconcilerWith(of types.Type) *Reconciler {
	if named := namedType(of); named != nil {
		method, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, named.Obj().Pkg(), "Reconcile")
		if found, ok := method.(*types.Func); ok {
			return p.reconcilers[found.Origin()]
		}
	}
	return nil
}

// reconcilerFrom returns the reconciler that a function returns: by its type, or a literal in it.
func (p *program) reconcilerFrom(made function, seen map[any]bool) (found *Reconciler) {
	if seen[made.decl] {
		return nil
	}
	seen[made.decl] = true
	if results := made.decl.Type.Results; results != nil {
		for _, each := range results.List {
			if found := p.reconcilerWith(p.info.TypeOf(each.Type)); found != nil {
				return found
			}
		}
	}
	ast.Inspect(made.decl.Body, func(node ast.Node) bool {
		if literal, ok := node.(*ast.CompositeLit); ok && found == nil {
			found = p.reconcilerWith(p.info.TypeOf(literal))
		}
		return found == nil
	})
	return found
}

// assignedReconciler returns the reconciler that a variable gets.
func (p *program) assignedReconciler(variable types.Object, seen map[any]bool) *Reconciler {
	if variable == nil || seen[variable] {
		return nil
	}
	seen[variable] = true
	for _, each := range p.valuesOf(variable) {
		if found := p.reconcilerIn(each.file, each.value, seen); found != nil {
			return found
		}
	}
	return nil
}

// valuesOf returns the values that a variable is given.
func (p *program) valuesOf(variable types.Object) []initializer {
	if p.given == nil {
		p.given = map[types.Object][]initializer{}
		for _, f := range p.files {
			ast.Inspect(f.syntax, func(node ast.Node) bool {
				if statement, ok := node.(*ast.AssignStmt); ok {
					p.noteValues(f, statement)
				}
				return true
			})
		}
	}
	found := p.given[variable]
	if declared := p.initializers()[variable]; declared != nil {
		found = append([]initializer{*declared}, found...)
	}
	return found
}

// noteValues notes the values of an assignment; the results of one function are all of its value.
func (p *program) noteValues(f *file, statement *ast.AssignStmt) {
	for index, each := range statement.Lhs {
		value := statement.Rhs[0]
		if len(statement.Rhs) == len(statement.Lhs) {
			value = statement.Rhs[index]
		}
		if object := p.object(each); object != nil {
			p.given[object] = append(p.given[object], initializer{file: f, value: value})
		}
	}
}
