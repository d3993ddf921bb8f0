package gocode

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode/utf8"
)

// found are indexes of the program, each made when it is needed.
type found struct {
	values    map[types.Object]*initializer
	uses      map[types.Object][]use
	functions map[types.Object]function
	// given are the values of assignments.
	given map[types.Object][]initializer
	// fields are the values that literals give to fields, assigned the assignments by the last parts of their names.
	fields      map[types.Object][]initializer
	assigned    map[string][]assignment
	reconcilers map[types.Object]*Reconciler
}

// call is a call of a method in a chain, or of a function.
type call struct {
	file *file
	*ast.CallExpr
	name string
	pos  token.Pos
}

// function is a function or a method of the project.
type function struct {
	file *file
	decl *ast.FuncDecl
}

// use is a place at which something is named.
type use struct {
	file  *file
	ident *ast.Ident
}

// parent returns the node around another one.
func (f *file) parent(node ast.Node) ast.Node {
	if f.parents == nil {
		f.parents = map[ast.Node]ast.Node{}
		var open []ast.Node
		ast.Inspect(f.syntax, func(each ast.Node) bool {
			if each == nil {
				open = open[:len(open)-1]
				return false
			}
			if len(open) > 0 {
				f.parents[each] = open[len(open)-1]
			}
			open = append(open, each)
			return true
		})
	}
	return f.parents[node]
}

// around returns the function at the top level of a file that a node is in; nil outside of functions.
func (f *file) around(node ast.Node) *ast.FuncDecl {
	for _, each := range f.syntax.Decls {
		if decl, ok := each.(*ast.FuncDecl); ok && decl.Pos() <= node.Pos() && node.Pos() < decl.End() {
			return decl
		}
	}
	return nil
}

// chainFrom returns the calls that follow a node in a chain, `.For(a).Owns(b)`, and the last node of the chain.
func (f *file) chainFrom(node ast.Expr) (calls []call, end ast.Expr) {
	for {
		selector, ok := f.parent(node).(*ast.SelectorExpr)
		if !ok || selector.X != node {
			return calls, node
		}
		next, ok := f.parent(selector).(*ast.CallExpr)
		if !ok || next.Fun != selector {
			return calls, node
		}
		calls = append(calls, call{f, next, selector.Sel.Name, selector.Sel.Pos()})
		node = next
	}
}

// assigned returns the expression to which another one is assigned.
func (f *file) assigned(expr ast.Expr) ast.Expr {
	switch parent := f.parent(expr).(type) {
	case *ast.AssignStmt:
		if index := slices.Index(parent.Rhs, expr); index >= 0 && index < len(parent.Lhs) {
			return parent.Lhs[index]
		}
	case *ast.ValueSpec:
		if index := slices.Index(parent.Values, expr); index >= 0 && index < len(parent.Names) {
			return parent.Names[index]
		}
	}
	return nil
}

// usesOf returns the places that name a variable or a function, in their order.
func (p *program) usesOf(object types.Object) []use {
	if p.uses == nil {
		p.uses = map[types.Object][]use{}
		for ident, each := range p.info.Uses {
			switch each.(type) {
			case *types.Var, *types.Func:
				f := p.byName[p.fset.PositionFor(ident.Pos(), false).Filename]
				p.uses[each] = append(p.uses[each], use{f, ident})
			}
		}
		for _, each := range p.uses {
			slices.SortFunc(each, func(one, other use) int { return cmp.Compare(one.ident.Pos(), other.ident.Pos()) })
		}
	}
	return p.uses[object]
}

// functionOf returns the declaration of a function or a method of the project.
func (p *program) functionOf(object types.Object) (function, bool) {
	if p.functions == nil {
		p.functions = map[types.Object]function{}
		for _, f := range p.files {
			for decl := range functionsIn(f) {
				if each := p.info.Defs[decl.Name]; each != nil {
					p.functions[each] = function{f, decl}
				}
			}
		}
	}
	if method, ok := object.(*types.Func); ok {
		object = method.Origin()
	}
	found, ok := p.functions[object]
	return found, ok
}

func functionsIn(f *file) func(func(*ast.FuncDecl) bool) {
	return func(yield func(*ast.FuncDecl) bool) {
		for _, each := range f.syntax.Decls {
			if decl, ok := each.(*ast.FuncDecl); ok && decl.Body != nil && !yield(decl) {
				return
			}
		}
	}
}

// receiverOf returns the type of the receiver of a method, without its arguments; empty for a function.
func receiverOf(decl *ast.FuncDecl) string {
	if decl == nil || decl.Recv == nil || len(decl.Recv.List) == 0 {
		return ""
	}
	if ident := lastName(dereferenced(decl.Recv.List[0].Type)); ident != nil {
		return ident.Name
	}
	return ""
}

// mostUses limits the uses of a variable that are read.
const mostUses = 100

// done is what is done with a variable.
type done struct {
	// calls are those of its methods, also in functions that it is passed to.
	calls []call
	// passed are the calls of functions that it is passed to and that are not in the project.
	passed []call
}

// add adds what is done with a variable between two places.
func (d *done) add(p *program, object types.Object, from, to token.Pos, seen map[*ast.FuncDecl]bool) {
	count := 0
	for _, each := range p.usesOf(object) {
		if each.ident.Pos() < from || each.ident.Pos() >= to {
			continue
		}
		if count++; count > mostUses {
			return
		}
		var node ast.Expr = each.ident
		if selector, ok := each.file.parent(node).(*ast.SelectorExpr); ok && selector.Sel == node {
			node = selector
		}
		chain, _ := each.file.chainFrom(node)
		d.calls = append(d.calls, chain...)
		if len(chain) == 0 {
			d.addPassed(p, each.file, node, seen)
		}
	}
}

// addPassed adds what the function does with a variable that it is called with.
func (d *done) addPassed(p *program, f *file, argument ast.Expr, seen map[*ast.FuncDecl]bool) {
	if unary, ok := f.parent(argument).(*ast.UnaryExpr); ok {
		argument = unary
	}
	parent, ok := f.parent(argument).(*ast.CallExpr)
	if !ok {
		return
	}
	index := slices.Index(parent.Args, argument)
	called := lastName(parent.Fun)
	if index < 0 || called == nil {
		return
	}
	callee, isKnown := p.functionOf(p.info.Uses[called])
	var parameter types.Object
	if isKnown {
		parameter = p.parameterOf(callee, index)
	}
	if parameter == nil {
		d.passed = append(d.passed, call{f, parent, called.Name, parent.Fun.Pos()})
	} else if !seen[callee.decl] {
		seen[callee.decl] = true
		d.add(p, parameter, callee.decl.Body.Pos(), callee.decl.End(), seen)
	}
}

// parameterOf returns the parameter of a function with an index.
func (p *program) parameterOf(callee function, index int) types.Object {
	for _, field := range callee.decl.Type.Params.List {
		for _, each := range field.Names {
			if index == 0 {
				return p.info.Defs[each]
			}
			index--
		}
	}
	return nil
}

// unreadCall returns a call that a skeleton does not have.
func (p *program) unreadCall(each call) Marker {
	given := make([]string, len(each.Args))
	for index, argument := range each.Args {
		given[index] = p.shortCode(each.file, argument)
	}
	return Marker{each.name + "(" + strings.Join(given, ", ") + ")", p.at(each.pos)}
}

// unreadPart returns a part of a call that a skeleton does not have, such as a predicate.
func (p *program) unreadPart(f *file, before string, part ast.Expr) Marker {
	closing := strings.Repeat(")", strings.Count(before, "("))
	return Marker{before + p.shortCode(f, part) + closing, p.at(part.Pos())}
}

// shortCode returns code in one line.
func (p *program) shortCode(f *file, node ast.Node) string {
	line := strings.Join(strings.Fields(p.code(f, node)), " ")
	if utf8.RuneCountInString(line) <= 100 {
		return line
	}
	return string([]rune(line)[:97]) + "..."
}
