package gocode

import (
	"go/ast"
	"strings"
)

// source are the arguments of a watch of a source.
type source struct {
	object, handler ast.Expr
	predicates      []ast.Expr
}

// sourceOf returns the kind, the handler and the predicates of a watch: `source.Kind(cache, object, handler)`, or those of
// earlier releases; nil for another source.
func sourceOf(each call) *source {
	if len(each.Args) == 0 {
		return nil
	}
	first, others := each.Args[0], each.Args[1:]
	if literal := literalOf(first); literal != nil && isQualified(literal.Type, "Kind") {
		if object := valueOf(literal, "Type"); object != nil {
			found := &source{object: object}
			found.setRest(others)
			return found
		}
	}
	made := callOf(first)
	if made == nil || !isCalled(made, "Kind") || len(made.Args) < 2 {
		return nil
	}
	found := &source{object: made.Args[1]}
	found.setRest(append(made.Args[2:len(made.Args):len(made.Args)], others...))
	return found
}

func (s *source) setRest(rest []ast.Expr) {
	if len(rest) > 0 {
		s.handler, s.predicates = rest[0], rest[1:]
	}
}

// isQualified tells whether an expression is a name behind the name of a package.
func isQualified(expr ast.Expr, names ...string) bool {
	ident := lastName(expr)
	if ident == nil {
		return false
	}
	for {
		switch each := expr.(type) {
		case *ast.IndexExpr:
			expr = each.X
		case *ast.IndexListExpr:
			expr = each.X
		default:
			_, ok := expr.(*ast.SelectorExpr)
			for _, name := range names {
				if ok && ident.Name == name {
					return true
				}
			}
			return false
		}
	}
}

// handlerIn returns the handler of a watch; nil for one of the project.
func (p *program) handlerIn(f *file, expr ast.Expr) *Handler {
	if literal := literalOf(expr); literal != nil {
		if len(literal.Elts) == 0 && isQualified(literal.Type, "EnqueueRequestForObject", "TypedEnqueueRequestForObject") {
			return &Handler{Is: "self"}
		}
		return p.ownerLiteral(f, literal)
	}
	made := callOf(expr)
	if made == nil {
		return nil
	}
	if isCalled(made, "EnqueueRequestsFromMapFunc", "TypedEnqueueRequestsFromMapFunc") {
		mapper := mapperIn(made)
		return &Handler{Is: "map", Name: &mapper}
	}
	if isCalled(made, "EnqueueRequestForOwner", "TypedEnqueueRequestForOwner") {
		return p.ownerHandler(f, made)
	}
	return nil
}

// mapperIn returns the name of the function that finds objects; empty for one without a name.
func mapperIn(made *ast.CallExpr) string {
	if len(made.Args) == 0 {
		return ""
	}
	function := ast.Unparen(made.Args[0])
	if called, ok := function.(*ast.CallExpr); ok {
		function = called.Fun
	}
	if ident := lastName(function); ident != nil {
		return ident.Name
	}
	return ""
}

func (p *program) ownerHandler(f *file, made *ast.CallExpr) *Handler {
	var of *Type
	onlyController := false
	for _, each := range made.Args {
		if of == nil {
			of = p.literalType(f, each)
		}
		if option := callOf(each); option != nil && isCalled(option, "OnlyControllerOwner") {
			onlyController = true
		}
	}
	if of == nil && len(made.Args) > 2 {
		of = p.typeIn(f, made.Args[2])
	}
	if of == nil {
		return nil
	}
	return &Handler{Is: "owner", Of: of, OnlyController: &onlyController}
}

// ownerLiteral returns the handler of earlier releases: `&handler.EnqueueRequestForOwner{OwnerType: &appsv1.Deployment{}}`.
func (p *program) ownerLiteral(f *file, literal *ast.CompositeLit) *Handler {
	owner := valueOf(literal, "OwnerType")
	if owner == nil || !isQualified(literal.Type, "EnqueueRequestForOwner") {
		return nil
	}
	of := p.typeIn(f, owner)
	if of == nil {
		return nil
	}
	onlyController := false
	if ident, ok := valueOf(literal, "IsController").(*ast.Ident); ok {
		onlyController = ident.Name == "true"
	}
	return &Handler{Is: "owner", Of: of, OnlyController: &onlyController}
}

const predicatePackage = "sigs.k8s.io/controller-runtime/pkg/predicate"

var changes = map[string]string{
	"GenerationChangedPredicate":      "generation",
	"LabelChangedPredicate":           "label",
	"AnnotationChangedPredicate":      "annotation",
	"ResourceVersionChangedPredicate": "resourceVersion",
}

// predicatesIn returns the predicates that are known and those that are not. Events have to pass all of them: without one of
// them, there are more events, and none is missed.
func (p *program) predicatesIn(f *file, exprs []ast.Expr) (known []Predicate, unread []ast.Expr) {
	for _, each := range exprs {
		if found, ok := p.predicateIn(f, each); ok {
			known = append(known, found)
		} else if name, arguments := p.combination(f, each); name == "And" {
			innerKnown, innerUnread := p.predicatesIn(f, arguments)
			known, unread = append(known, innerKnown...), append(unread, innerUnread...)
		} else {
			unread = append(unread, each)
		}
	}
	return known, unread
}

func (p *program) predicateIn(f *file, expr ast.Expr) (Predicate, bool) {
	if literal := literalOf(expr); literal != nil && literal.Type != nil {
		found, ok := p.nameOf(f, literal.Type)
		what := changes[strings.TrimPrefix(found.name, "Typed")]
		isKnown := ok && found.path == predicatePackage && what != "" && len(literal.Elts) == 0
		return Predicate{Is: "changed", What: what}, isKnown
	}
	name, arguments := p.combination(f, expr)
	if name == "" || len(arguments) == 0 {
		return Predicate{}, false
	}
	found := Predicate{Is: strings.ToLower(name)}
	for _, each := range arguments {
		inner, ok := p.predicateIn(f, each)
		if !ok {
			return Predicate{}, false
		}
		found.Of = append(found.Of, inner)
	}
	return found, true
}

// combination returns `And`, `Or` or `Not` and the predicates in it; an empty text for another expression.
func (p *program) combination(f *file, expr ast.Expr) (string, []ast.Expr) {
	made, ok := ast.Unparen(expr).(*ast.CallExpr)
	if !ok || made.Ellipsis.IsValid() {
		return "", nil
	}
	found, ok := p.nameOf(f, made.Fun)
	if !ok || found.path != predicatePackage {
		return "", nil
	}
	switch found.name {
	case "And", "Or", "Not":
		return found.name, made.Args
	}
	return "", nil
}

// watchOptions are the options of a watched kind.
type watchOptions struct {
	predicates               []Predicate
	metadataOnly, everyOwner bool
	unread                   []Marker
}

func (p *program) watchOptions(each call, from int) (found watchOptions) {
	f := each.file
	var others []Marker
	for _, option := range each.Args[min(from, len(each.Args)):] {
		ident := lastName(option)
		made, isCall := ast.Unparen(option).(*ast.CallExpr)
		switch {
		case ident != nil && ident.Name == "OnlyMetadata":
			found.metadataOnly = true
		case ident != nil && ident.Name == "MatchEveryOwner":
			found.everyOwner = true
		case isCall && isQualified(made.Fun, "WithPredicates"):
			known, unread := p.predicatesIn(f, made.Args)
			found.predicates = append(found.predicates, known...)
			for _, part := range unread {
				found.unread = append(found.unread, p.unreadPart(f, each.name+"(..., builder.WithPredicates(", part))
			}
		default:
			others = append(others, p.unreadPart(f, each.name+"(..., ", option))
		}
	}
	found.unread = append(found.unread, others...)
	return found
}

// rawWatch returns the watch of a source, and what of it cannot be read; nil if its kind or its handler is not known.
func (p *program) rawWatch(each call) (*Watch, []Marker) {
	f, found := each.file, sourceOf(each)
	if found == nil || found.handler == nil {
		return nil, nil
	}
	kind, handler := p.typeIn(f, found.object), p.handlerIn(f, found.handler)
	if kind == nil || handler == nil {
		return nil, nil
	}
	known, unread := p.predicatesIn(f, found.predicates)
	watch := &Watch{Type: kind, Position: p.at(each.pos), Handler: *handler, Predicates: known}
	parts := make([]Marker, len(unread))
	for index, part := range unread {
		parts[index] = p.unreadPart(f, each.name+"(..., ", part)
	}
	return watch, parts
}

// wrappedWatch returns the watch of a kind whose handler wraps the one of the kind itself, which a skeleton does not do.
func (p *program) wrappedWatch(each call) (*Watch, []Marker) {
	f, found := each.file, sourceOf(each)
	if found == nil || found.handler == nil || !namesSelf(found.handler) {
		return nil, nil
	}
	kind := p.typeIn(f, found.object)
	if kind == nil {
		return nil, nil
	}
	var parts []Marker
	for _, part := range append([]ast.Expr{found.handler}, found.predicates...) {
		parts = append(parts, p.unreadPart(f, "Watch(..., ", part))
	}
	return &Watch{Type: kind, Position: p.at(each.pos), Handler: Handler{Is: "self"}}, parts
}

func namesSelf(expr ast.Expr) (found bool) {
	ast.Inspect(expr, func(node ast.Node) bool {
		ident, ok := node.(*ast.Ident)
		found = found || ok && strings.HasSuffix(ident.Name, "EnqueueRequestForObject")
		return !found
	})
	return found
}
