package gocode

import (
	"go/ast"
	"go/token"
	"strconv"
)

// conditionsOf returns the conditions under which a function reaches a node: those of the branches and loops around it.
func (p *program) conditionsOf(f *file, node ast.Node) (found []Condition) {
	for parent := f.parent(node); parent != nil; node, parent = parent, f.parent(parent) {
		switch each := parent.(type) {
		case *ast.IfStmt:
			if node == each.Body {
				found = append(found, p.conditionsIn(f, each.Cond)...)
			} else if node == each.Else {
				found = append(found, otherwise(p.conditionsIn(f, each.Cond))...)
			}
		case *ast.CaseClause, *ast.CommClause, *ast.ForStmt, *ast.RangeStmt:
			found = append(found, Condition{})
		case *ast.FuncDecl:
			return found
		}
	}
	return found
}

// conditionsIn returns the conditions that an expression combines: `secure && !open`.
func (p *program) conditionsIn(f *file, expr ast.Expr) []Condition {
	switch each := ast.Unparen(expr).(type) {
	case *ast.UnaryExpr:
		if each.Op == token.NOT {
			return otherwise(p.conditionsIn(f, each.X))
		}
	case *ast.BinaryExpr:
		switch each.Op {
		case token.LAND:
			return append(p.conditionsIn(f, each.X), p.conditionsIn(f, each.Y)...)
		case token.EQL, token.NEQ, token.GTR:
			return []Condition{p.comparison(f, each)}
		}
	default:
		return []Condition{p.conditionOf(f, each, "true", false)}
	}
	return []Condition{{}}
}

// otherwise returns the condition that others are not all met: it is known for a single one.
func otherwise(all []Condition) []Condition {
	if len(all) != 1 {
		return []Condition{{}}
	}
	return []Condition{{all[0].Flag, all[0].Constant, all[0].Is, !all[0].IsNot}}
}

// comparison returns the condition of `address != "0"` and of `len(path) > 0`.
func (p *program) comparison(f *file, each *ast.BinaryExpr) Condition {
	wanted := p.constantOf(f, each.Y)
	if wanted == nil {
		return Condition{}
	}
	if length := callOf(each.X); length != nil && len(length.Args) == 1 {
		ident, isIdent := length.Fun.(*ast.Ident)
		if !isIdent || ident.Name != "len" || *wanted != strconv.Itoa(0) {
			return Condition{}
		}
		return p.conditionOf(f, length.Args[0], "", each.Op != token.EQL)
	}
	if each.Op == token.GTR {
		return Condition{}
	}
	return p.conditionOf(f, each.X, *wanted, each.Op == token.NEQ)
}

func (p *program) conditionOf(f *file, value ast.Expr, is string, isNot bool) Condition {
	f, value = p.argumentOf(f, value)
	flag, constant := p.settled(p.valueAt(f, value), f, value)
	return Condition{flag, constant, is, isNot}
}
