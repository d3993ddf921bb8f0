package gocode

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
)

// assignment is a place that gives a variable or a field a value.
type assignment struct {
	file *file
	node ast.Node
	to   target
	// value is nil if it is known only at run time, as that of `&name` in a call.
	value ast.Expr
	// isFirst tells whether it declares the variable.
	isFirst bool
}

// assignments returns those to variables and fields with a name, in the order of the code.
func (p *program) assignments(name string) []assignment {
	if p.assigned == nil {
		p.assigned = map[string][]assignment{}
		for _, f := range p.files {
			ast.Inspect(f.syntax, func(node ast.Node) bool {
				switch each := node.(type) {
				case *ast.AssignStmt:
					p.noteAssignments(f, each)
				case *ast.UnaryExpr:
					p.noteAddress(f, each)
				}
				return true
			})
		}
	}
	return p.assigned[name]
}

func (p *program) noteAssignments(f *file, statement *ast.AssignStmt) {
	for index, left := range statement.Lhs {
		var value ast.Expr
		if len(statement.Rhs) == len(statement.Lhs) && (statement.Tok == token.ASSIGN || statement.Tok == token.DEFINE) {
			value = statement.Rhs[index]
		}
		if call := callOf(value); call != nil && p.declaredFlag(f, call) != nil {
			continue
		}
		to := p.target(f, left)
		ident, isIdent := left.(*ast.Ident)
		isFirst := isIdent && statement.Tok == token.DEFINE && p.info.Defs[ident] != nil
		p.assigned[to.name] = append(p.assigned[to.name], assignment{f, statement, to, value, isFirst})
	}
}

// noteAddress notes `&name`, through which a function or an alias can give a variable another value. Calls that declare flags do
// so with the argument of the flag.
func (p *program) noteAddress(f *file, address *ast.UnaryExpr) {
	if address.Op != token.AND {
		return
	}
	if call, ok := f.parent(address).(*ast.CallExpr); ok && p.declaredFlag(f, call) != nil {
		return
	}
	if to := p.target(f, address); to.name != "" {
		p.assigned[to.name] = append(p.assigned[to.name], assignment{f, address, to, nil, false})
	}
}

// assignmentsTo returns the assignments to a variable of a file.
func (p *program) assignmentsTo(f *file, variable target) (found []assignment) {
	if variable.name == "" {
		return nil
	}
	for _, each := range p.assignments(variable.name) {
		isSame := each.to.object == variable.object
		if each.to.object == nil || variable.object == nil {
			// The code around it may have errors for want of other modules.
			isSame = path.Dir(each.file.path) == path.Dir(f.path) && each.to.code == variable.code
		}
		if isSame {
			found = append(found, each)
		}
	}
	return found
}

// functionAround returns the function that a node is in, which can be a literal; nil outside of functions.
func (f *file) functionAround(node ast.Node) ast.Node {
	for node = f.parent(node); node != nil; node = f.parent(node) {
		switch node.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return node
		}
	}
	return nil
}

// isConditional tells whether a function can leave out a statement.
func (f *file) isConditional(node ast.Node) bool {
	for node = f.parent(node); node != nil; node = f.parent(node) {
		switch node.(type) {
		case *ast.IfStmt, *ast.CaseClause, *ast.CommClause, *ast.ForStmt, *ast.RangeStmt:
			return true
		case *ast.FuncDecl, *ast.FuncLit:
			return false
		}
	}
	return false
}

// parses returns the places at which a function itself, and no function in it, parses the flags.
func (p *program) parses(f *file, function ast.Node) (found []token.Pos) {
	if function == nil {
		return nil
	}
	ast.Inspect(function, func(node ast.Node) bool {
		if _, isOther := node.(*ast.FuncLit); isOther && node != function {
			return false
		}
		if call, ok := node.(*ast.CallExpr); ok && p.isParse(f, call) {
			found = append(found, call.Pos())
		}
		return true
	})
	return found
}

// isParse tells whether a call parses flags: `flag.Parse()`, `flags.Parse(os.Args[1:])`.
func (p *program) isParse(f *file, call *ast.CallExpr) bool {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != "Parse" || len(call.Args) > 1 {
		return false
	}
	from, isPackage := p.importPath(f, selector.X)
	return !isPackage || isAny(from, flagPackages)
}

// moment is the time of an assignment: before the flags are parsed, after it, or at no time at which it matters.
type moment int

const (
	never moment = iota
	before
	after
)

// momentOf returns when a variable is assigned that is used at a place, and that can have the value of a flag.
func (p *program) momentOf(each assignment, flag *Flag, f *file, used ast.Node) moment {
	around, pos := each.file.functionAround(each.node), each.node.Pos()
	if each.isFirst || around != nil && around == f.functionAround(used) && pos > used.Pos() {
		return never
	}
	if flag == nil {
		return after
	}
	declared, from := flag.file.functionAround(flag.call), flag.call.Pos()
	parsed := p.parses(each.file, around)
	isParsed := func(pos token.Pos) bool { return pos < each.node.Pos() && (around != declared || pos > from) }
	switch {
	case around == declared && pos < from:
		return never
	case slices.ContainsFunc(parsed, isParsed):
		return after
	case around == declared || len(parsed) > 0:
		return before
	}
	return after
}

// isStart tells whether a function is one that every program runs once.
func isStart(function ast.Node) bool {
	decl, ok := function.(*ast.FuncDecl)
	return ok && decl.Recv == nil && (decl.Name.Name == "main" || decl.Name.Name == "init")
}

// firstOf returns the constant that a variable is declared with; nil if it is not known.
func (p *program) firstOf(f *file, expr ast.Expr) *string {
	object, isVariable := p.object(expr).(*types.Var)
	if !isVariable {
		return nil
	}
	if declared := p.initializers()[object]; declared != nil {
		return p.constantOf(declared.file, declared.value)
	}
	for _, each := range p.assignmentsTo(f, p.target(f, expr)) {
		if each.isFirst && each.value != nil {
			return p.constantOf(each.file, each.value)
		}
	}
	return nil
}

// literalOfField returns the constant that the only literal with a field gives it; nil if it is not known.
func (p *program) literalOfField(field types.Object) *string {
	if given := p.literals()[field]; len(given) == 1 {
		return p.constantOf(given[0].file, given[0].value)
	}
	return nil
}

// literals returns the values that literals of structures give to fields.
func (p *program) literals() map[types.Object][]initializer {
	if p.fields == nil {
		p.fields = map[types.Object][]initializer{}
		for _, f := range p.files {
			ast.Inspect(f.syntax, func(node ast.Node) bool {
				literal, ok := node.(*ast.CompositeLit)
				if !ok {
					return true
				}
				for _, each := range keysOf(literal) {
					if object := p.info.Uses[each.key]; object != nil {
						p.fields[object] = append(p.fields[object], initializer{file: f, value: each.value})
					}
				}
				return true
			})
		}
	}
	return p.fields
}
