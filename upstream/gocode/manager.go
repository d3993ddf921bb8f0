package gocode

import (
	"cmp"
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strings"
)

const library = "sigs.k8s.io/controller-runtime"

// optionPrefixes are what is in front of the names of the fields of options, by the packages of their types.
var optionPrefixes = map[string]string{
	library:                         "",
	library + "/pkg/manager":        "",
	library + "/pkg/metrics/server": "Metrics.",
	library + "/pkg/webhook":        "WebhookServer.",
}

// readManager reads the managers that a file creates, and their options: those in literals of their types, and those that
// variables of these types get.
func (p *program) readManager(f *file, to *File) {
	known := map[*ast.Ident]bool{}
	add := func(prefix string, key *ast.Ident, value ast.Expr) {
		if !known[key] {
			known[key] = true
			to.Options = append(to.Options, p.managerOption(f, prefix, key, value))
		}
	}
	ast.Inspect(f.syntax, func(node ast.Node) bool {
		switch each := node.(type) {
		case *ast.CompositeLit:
			if prefix, ok := p.optionPrefix(f, each.Type); ok {
				for _, pair := range keysOf(each) {
					add(prefix, pair.key, pair.value)
				}
			}
		case *ast.AssignStmt:
			for index, left := range each.Lhs {
				selector, ok := left.(*ast.SelectorExpr)
				if !ok || len(each.Rhs) != len(each.Lhs) {
					continue
				}
				if prefix, ok := p.prefixOfVariable(selector.X); ok {
					add(prefix, selector.Sel, each.Rhs[index])
				}
			}
		case *ast.CallExpr:
			if isQualified(each.Fun, "AndFrom", "AndFromOrDie") {
				to.FileOptions = append(to.FileOptions, Named{lastName(each.Fun).Name, p.at(each.Pos())})
			}
			if !p.isManager(f, each) {
				return true
			}
			to.Managers = append(to.Managers, p.at(each.Pos()))
			if len(each.Args) < 2 {
				return true
			}
			given := each.Args[1]
			if literal := literalOf(given); literal != nil {
				for _, pair := range keysOf(literal) {
					add("", pair.key, pair.value)
				}
			} else if _, ok := p.prefixOfVariable(given); !ok {
				to.UnreadOptions = append(to.UnreadOptions, Named{p.shortCode(f, given), p.at(given.Pos())})
			}
		}
		return true
	})
	slices.SortStableFunc(to.Options, func(one, other ManagerOption) int {
		return cmp.Or(cmp.Compare(one.Position.Line, other.Position.Line), cmp.Compare(one.Position.Column, other.Position.Column))
	})
}

// managerOption returns an option with what is known of its value, and of the conditions under which it is set.
func (p *program) managerOption(f *file, prefix string, key *ast.Ident, value ast.Expr) ManagerOption {
	option := ManagerOption{Name: prefix + key.Name, Code: p.code(f, value), Position: p.at(key.Pos())}
	used, given := p.argumentOf(f, value)
	for {
		not, ok := ast.Unparen(given).(*ast.UnaryExpr)
		if !ok || not.Op != token.NOT {
			break
		}
		option.IsNegated = !option.IsNegated
		used, given = p.argumentOf(used, not.X)
	}
	known := p.valueAt(used, given)
	option.Flag, option.Constant = known.flag, known.constant
	option.Assigned = p.assignmentsIn(known, used, given)
	option.Conditions = p.conditionsOf(f, key)
	return option
}

// isManager tells whether a call creates a manager.
func (p *program) isManager(f *file, each *ast.CallExpr) bool {
	found, ok := p.nameOf(f, each.Fun)
	return ok && (found.path == library && found.name == "NewManager" || found.path == library+"/pkg/manager" && found.name == "New")
}

// optionPrefix returns what is in front of the names of the fields of a type of options.
func (p *program) optionPrefix(f *file, of ast.Expr) (string, bool) {
	if of == nil {
		return "", false
	}
	found, ok := p.nameOf(f, of)
	prefix, isKnown := optionPrefixes[found.path]
	return prefix, ok && isKnown && found.name == "Options"
}

// prefixOfVariable returns the same for the type of a variable, and for a field of the options of a manager: `options.Metrics`.
func (p *program) prefixOfVariable(expr ast.Expr) (string, bool) {
	expr = dereferenced(expr)
	if selector, isField := expr.(*ast.SelectorExpr); isField {
		prefix, ok := p.prefixOfVariable(selector.X)
		return selector.Sel.Name + ".", ok && prefix == "" && selector.Sel.Name == "Metrics"
	}
	if _, isVariable := expr.(*ast.Ident); !isVariable {
		return "", false
	}
	named := namedType(p.info.TypeOf(expr))
	if named == nil || named.Obj().Name() != "Options" {
		return "", false
	}
	prefix, ok := optionPrefixes[named.Obj().Pkg().Path()]
	return prefix, ok
}

const leaseField = "LeaderElectionID"

// leaseIn returns the name of the Lease of a manager, which can be the default of a flag; nil if no options have one.
func (p *program) leaseIn(f *file) *Lease {
	key, value := assignedName(f, leaseField)
	if key == nil {
		return nil
	}
	found := &Lease{Position: p.at(key.Pos())}
	f, value = p.argumentOf(f, value)
	found.Flag, found.Name = p.settled(p.valueAt(f, value), f, value)
	if found.Name != nil && *found.Name == "" {
		found.Name = nil
	}
	return found
}

// assignedName returns the first field with a name that is given a value, and the value.
func assignedName(f *file, name string) (key *ast.Ident, value ast.Expr) {
	ast.Inspect(f.syntax, func(node ast.Node) bool {
		switch each := node.(type) {
		case *ast.KeyValueExpr:
			if ident, ok := each.Key.(*ast.Ident); ok && key == nil && ident.Name == name {
				key, value = ident, each.Value
			}
		case *ast.AssignStmt:
			if ident := lastName(each.Lhs[0]); key == nil && each.Tok == token.ASSIGN && ident != nil && ident.Name == name {
				key, value = ident, each.Rhs[0]
			}
		}
		return key == nil
	})
	return key, value
}

// flagWith returns the flag whose value an expression is: `*lease`, `options.lease`.
func (p *program) flagWith(f *file, value ast.Expr) *Flag {
	wanted := p.target(f, value)
	if wanted.name == "" {
		return nil
	}
	var named, fields []*Flag
	for _, other := range p.files {
		for index := range p.flags(other) {
			each := &p.flags(other)[index]
			if wanted.object != nil && each.target.object != nil {
				if each.target.object == wanted.object {
					return each
				}
				// Another variable can have the same name.
				continue
			}
			if path.Dir(other.path) == path.Dir(f.path) && each.target.code == wanted.code {
				named = append(named, each)
			}
			if strings.Contains(wanted.code, ".") && each.target.name == wanted.name {
				fields = append(fields, each)
			}
		}
	}
	if len(named) > 0 {
		return named[0]
	}
	// The field of a structure, whose type is that of another module or not known.
	if len(fields) == 1 {
		return fields[0]
	}
	return nil
}

// flags returns the flags of a file, which are read once.
func (p *program) flags(f *file) []Flag {
	known, ok := p.flagsOf[f]
	if !ok {
		known = p.flagsIn(f)
		p.flagsOf[f] = known
	}
	return known
}

// usualLeasesIn returns the names of a Lease that a file declares as the usual one.
func usualLeasesIn(p *program, f *file) (found []Lease) {
	add := func(name, value ast.Expr) {
		ident := lastName(name)
		literal, ok := ast.Unparen(value).(*ast.BasicLit)
		if ident == nil || !ok || strings.TrimPrefix(strings.ToLower(ident.Name), "default") != strings.ToLower(leaseField) {
			return
		}
		if text, ok := p.textOf(f, literal); ok {
			found = append(found, Lease{Name: &text, Position: p.at(ident.Pos())})
		}
	}
	ast.Inspect(f.syntax, func(node ast.Node) bool {
		switch each := node.(type) {
		case *ast.ValueSpec:
			for index := range min(len(each.Names), len(each.Values)) {
				add(each.Names[index], each.Values[index])
			}
		case *ast.AssignStmt:
			for index := range min(len(each.Lhs), len(each.Rhs)) {
				if each.Tok == token.ASSIGN {
					add(each.Lhs[index], each.Rhs[index])
				}
			}
		}
		return true
	})
	return found
}

// additionsIn returns calls that add something to a manager: runnables, and indexes of fields that no controller has.
func (p *program) additionsIn(f *file) (found []Named) {
	ast.Inspect(f.syntax, func(node ast.Node) bool {
		each, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch {
		case isCalled(each, "IndexField", "NewUnmanaged"):
			name := lastName(each.Fun)
			if position := p.at(name.Pos()); !p.indexed[position] {
				found = append(found, Named{name.Name, position})
			}
		case isCalled(each, "Add") && p.isOfManager(each.Fun):
			found = append(found, Named{"mgr.Add", p.at(each.Pos())})
		}
		return true
	})
	return found
}

// isOfManager tells whether a method is one of a manager.
func (p *program) isOfManager(method ast.Expr) bool {
	selector, ok := method.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if ident, ok := selector.X.(*ast.Ident); ok && ident.Name == "mgr" {
		return true
	}
	named := namedType(p.info.TypeOf(selector.X))
	return named != nil && named.Obj().Name() == "Manager" && strings.HasPrefix(named.Obj().Pkg().Path(), library)
}
