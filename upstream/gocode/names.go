package gocode

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// name is a name in the code, with the path of its package.
type name struct {
	path, name string
	// isQualified tells whether the name of a package is in front of it.
	isQualified bool
}

// importPath returns the path of the package that an expression is the name of.
func (p *program) importPath(f *file, expr ast.Expr) (string, bool) {
	ident, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return "", false
	}
	switch object := p.info.Uses[ident].(type) {
	case *types.PkgName:
		return object.Imported().Path(), true
	case nil:
		// The code around it may have errors for want of other modules.
		found, ok := f.imports[ident.Name]
		return found, ok
	default:
		return "", false
	}
}

// nameOf returns the name in an expression: of a function or a type, also with arguments of types.
func (p *program) nameOf(f *file, expr ast.Expr) (name, bool) {
	switch each := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return name{f.pkg.path, each.Name, false}, true
	case *ast.SelectorExpr:
		found, ok := p.importPath(f, each.X)
		return name{found, each.Sel.Name, true}, ok
	case *ast.IndexExpr:
		return p.nameOf(f, each.X)
	case *ast.IndexListExpr:
		return p.nameOf(f, each.X)
	}
	return name{}, false
}

// lastName returns the last part of a name: of a function, a method or a field.
func lastName(expr ast.Expr) *ast.Ident {
	switch each := ast.Unparen(expr).(type) {
	case *ast.Ident:
		return each
	case *ast.SelectorExpr:
		return each.Sel
	case *ast.IndexExpr:
		return lastName(each.X)
	case *ast.IndexListExpr:
		return lastName(each.X)
	}
	return nil
}

// isCalled tells whether a call is one of a function or a method with a name.
func isCalled(call *ast.CallExpr, names ...string) bool {
	found := lastName(call.Fun)
	for _, each := range names {
		if found != nil && found.Name == each {
			return true
		}
	}
	return false
}

// object returns what an expression names: a variable, a field, a function.
func (p *program) object(expr ast.Expr) types.Object {
	ident := lastName(dereferenced(expr))
	if ident == nil {
		return nil
	}
	if object := p.info.Defs[ident]; object != nil {
		return object
	}
	return p.info.Uses[ident]
}

// dereferenced returns an expression without the signs of pointers.
func dereferenced(expr ast.Expr) ast.Expr {
	switch each := ast.Unparen(expr).(type) {
	case *ast.UnaryExpr:
		if each.Op == token.AND {
			return dereferenced(each.X)
		}
	case *ast.StarExpr:
		return dereferenced(each.X)
	}
	return ast.Unparen(expr)
}

// literalOf returns the composite literal that an expression is, also with the sign of a pointer.
func literalOf(expr ast.Expr) *ast.CompositeLit {
	found, _ := dereferenced(expr).(*ast.CompositeLit)
	return found
}

// callOf returns the call that an expression is.
func callOf(expr ast.Expr) *ast.CallExpr {
	found, _ := dereferenced(expr).(*ast.CallExpr)
	return found
}

// keysOf returns the keys and values of a literal of a structure.
func keysOf(literal *ast.CompositeLit) (found []keyed) {
	for _, each := range literal.Elts {
		if pair, ok := each.(*ast.KeyValueExpr); ok {
			if key, ok := pair.Key.(*ast.Ident); ok {
				found = append(found, keyed{key, pair.Value})
			}
		}
	}
	return found
}

type keyed struct {
	key   *ast.Ident
	value ast.Expr
}

func valueOf(literal *ast.CompositeLit, name string) ast.Expr {
	for _, each := range keysOf(literal) {
		if each.key.Name == name {
			return each.value
		}
	}
	return nil
}

// namedType returns the named type that a type is or points to.
func namedType(of types.Type) *types.Named {
	if of == nil {
		return nil
	}
	if pointer, ok := types.Unalias(of).(*types.Pointer); ok {
		of = pointer.Elem()
	}
	named, _ := types.Unalias(of).(*types.Named)
	if named == nil || named.Obj().Pkg() == nil {
		return nil
	}
	return named
}

// typeIn returns the type of an empty object, `&appsv1.Deployment{}` or `new(appsv1.Deployment)`, or of a variable with one.
func (p *program) typeIn(f *file, expr ast.Expr) *Type {
	if found := p.literalType(f, expr); found != nil {
		return found
	}
	if named := namedType(p.info.TypeOf(expr)); named != nil {
		if _, isStruct := named.Underlying().(*types.Struct); isStruct {
			return p.typeNamed(named.Obj().Pkg().Path(), named.Obj().Name())
		}
	}
	return nil
}

// literalType returns the type of an empty object.
func (p *program) literalType(f *file, expr ast.Expr) *Type {
	switch each := dereferenced(expr).(type) {
	case *ast.CompositeLit:
		return p.writtenType(f, each.Type)
	case *ast.CallExpr:
		if isNew(each) {
			return p.writtenType(f, each.Args[0])
		}
	}
	return nil
}

func (p *program) writtenType(f *file, expr ast.Expr) *Type {
	if expr == nil {
		return nil
	}
	if named := namedType(p.info.TypeOf(expr)); named != nil {
		return p.typeNamed(named.Obj().Pkg().Path(), named.Obj().Name())
	}
	switch ast.Unparen(expr).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		if found, ok := p.nameOf(f, expr); ok {
			return p.typeNamed(found.path, found.name)
		}
	}
	return nil
}

func (p *program) typeNamed(path, typeName string) *Type {
	found := &Type{Path: path, Name: typeName}
	folder, isOwn := p.folderOf(path)
	if path == "" || isOwn {
		found.IsOwn = true
	}
	if k := p.packages[folder]; isOwn && k != nil {
		found.GroupVersion = k.groupVersion
	}
	return found
}

// longestText limits texts that are put together from constants.
const longestText = 4096

// textOf returns the text that an expression is: strings, constants and variables with a value of packages of the project, also
// concatenated.
func (p *program) textOf(f *file, expr ast.Expr) (string, bool) {
	switch each := ast.Unparen(expr).(type) {
	case *ast.BasicLit:
		if each.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(each.Value)
		return text, err == nil && len(text) <= longestText
	case *ast.BinaryExpr:
		return p.concatenated(f, each)
	case *ast.CallExpr:
		if len(each.Args) == 1 && p.isTextType(each.Fun) {
			return p.textOf(f, each.Args[0])
		}
		return p.formatted(f, each)
	case *ast.Ident, *ast.SelectorExpr:
		return p.declaredText(p.object(each))
	}
	return "", false
}

// isTextType tells whether a function is a conversion to a text.
func (p *program) isTextType(function ast.Expr) bool {
	found, ok := p.info.Types[function]
	if !ok || !found.IsType() {
		return false
	}
	basic, ok := found.Type.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

func (p *program) concatenated(f *file, sum *ast.BinaryExpr) (string, bool) {
	var parts []string
	var last ast.Expr = sum
	for {
		next, ok := ast.Unparen(last).(*ast.BinaryExpr)
		if !ok {
			break
		}
		part, known := p.textOf(f, next.Y)
		if next.Op != token.ADD || !known {
			return "", false
		}
		parts, last = append(parts, part), next.X
	}
	first, known := p.textOf(f, last)
	text := strings.Builder{}
	text.WriteString(first)
	for index := len(parts) - 1; index >= 0 && text.Len() <= longestText; index-- {
		text.WriteString(parts[index])
	}
	return text.String(), known && text.Len() <= longestText
}

// initializer is the value of a constant or a variable in its declaration.
type initializer struct {
	file    *file
	value   ast.Expr
	text    string
	isKnown bool
	isRead  bool
}

// declaredText returns the text of a constant, or of a variable that is declared with one.
func (p *program) declaredText(object types.Object) (string, bool) {
	if object == nil {
		return "", false
	}
	found := p.initializers()[object]
	if found == nil {
		return "", false
	}
	if !found.isRead {
		// A constant that is made of itself has no text.
		found.isRead = true
		found.text, found.isKnown = p.textOf(found.file, found.value)
	}
	return found.text, found.isKnown
}

func (p *program) initializers() map[types.Object]*initializer {
	if p.values != nil {
		return p.values
	}
	p.values = map[types.Object]*initializer{}
	for _, f := range p.files {
		ast.Inspect(f.syntax, func(node ast.Node) bool {
			spec, ok := node.(*ast.ValueSpec)
			if ok && len(spec.Names) == len(spec.Values) {
				for index, each := range spec.Names {
					if object := p.info.Defs[each]; object != nil {
						p.values[object] = &initializer{file: f, value: spec.Values[index]}
					}
				}
			}
			return true
		})
	}
	return p.values
}
