package main

import (
	"context"
	"maps"
	"slices"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsvalidation "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// costs answers what the rules of a CRD cost in the worst case, as ValidateCustomResourceDefinition estimates it.
func costs(_ context.Context, request *Request) Response {
	data, err := toJSON(request.Object)
	if err != nil {
		return problem("invalid-yaml", err.Error())
	}
	identity := identityOf(data)
	if identity == nil || identity.Kind != crdKind.Kind {
		return problem("unknown-kind", "the text is not a CustomResourceDefinition")
	}
	found, unknown := resourceOf(identity, nil)
	if unknown != nil {
		return Response{Problem: unknown}
	}
	decoded, err := found.decode(data)
	if err != nil {
		return problem("invalid-crd", err.Error())
	}
	response := Response{}
	spec := decoded.(*apiextensions.CustomResourceDefinition).Spec
	for index, version := range spec.Versions {
		path := field.NewPath("spec", "versions").Index(index).Child("schema", "openAPIV3Schema")
		validation := version.Schema
		// The internal form has the schema of a single version, or the same one of all versions, at the top.
		if validation == nil {
			validation = spec.Validation
		}
		if validation == nil || validation.OpenAPIV3Schema == nil {
			continue
		}
		context := apiextensionsvalidation.RootCELContext(validation.OpenAPIV3Schema)
		walkCosts(validation.OpenAPIV3Schema, path, context, &response.Costs)
	}
	return response
}

func walkCosts(schema *apiextensions.JSONSchemaProps, path *field.Path, context *apiextensionsvalidation.CELSchemaContext, found *[]Cost) {
	if len(schema.XValidations) > 0 {
		*found = append(*found, costsAt(schema, path.Child("x-kubernetes-validations"), context)...)
	}
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		property := schema.Properties[name]
		walkCosts(&property, path.Child("properties").Key(name), context.ChildPropertyContext(&property, name), found)
	}
	if values := schema.AdditionalProperties; values != nil && values.Schema != nil {
		walkCosts(values.Schema, path.Child("additionalProperties"), context.ChildAdditionalPropertiesContext(values.Schema), found)
	}
	if items := schema.Items; items != nil && items.Schema != nil {
		walkCosts(items.Schema, path.Child("items"), context.ChildItemsContext(items.Schema), found)
	}
}

func costsAt(schema *apiextensions.JSONSchemaProps, path *field.Path, context *apiextensionsvalidation.CELSchemaContext) (found []Cost) {
	info, err := context.TypeInfo()
	if err != nil || info == nil {
		return nil
	}
	environments := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	results, err := cel.Compile(info.Schema, info.DeclType, celconfig.PerCallLimit, environments, cel.NewExpressionsEnvLoader())
	if err != nil {
		return nil
	}
	for index, result := range results {
		if result.Error != nil {
			continue
		}
		cardinality := result.MaxCardinality
		if context.MaxCardinality != nil {
			cardinality = *context.MaxCardinality
		}
		rule := path.Index(index)
		found = append(found, costOf(rule.Child("rule"), result.MaxCost, cardinality))
		if schema.XValidations[index].MessageExpression != "" && result.MessageExpressionError == nil {
			found = append(found, costOf(rule.Child("messageExpression"), result.MessageExpressionMaxCost, 1))
		}
	}
	return found
}

func costOf(path *field.Path, each, times uint64) Cost {
	cost := each * times
	if each != 0 && cost/each != times {
		cost = ^uint64(0)
	}
	return Cost{Field: path.String(), Cost: cost, Limit: apiextensionsvalidation.StaticEstimatedCostLimit}
}
