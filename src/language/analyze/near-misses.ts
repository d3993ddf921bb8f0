import { suggest } from '../../base/diagnostics/suggest.js';
import { markersByTag } from '../markers/registry.js';
import { remedyOf, replacementOfTag } from '../markers/go-counterparts.js';
import { parseDocComment, type DocComment } from './doc-comment.js';

/** The likely meaning of a tag that is not a marker: a marker, or what is written instead of a Go marker. */
export type NearMiss = { readonly suggestion: string } | { readonly remedy: string };

/**
 * Parses a doc comment with the tags of markers, and those that are almost one.
 * @param isType whether it belongs to a type or a part of one, where all markers can be meant
 */
export function readDocComment(text: string, offset: number, isType = true): DocComment {
  const isMarker = (name: string): boolean => markersByTag.has(name);
  return parseDocComment(text, offset, isMarker, (name) => nearMissOf(name, isType) !== undefined);
}

/** Returns what was probably meant by a tag that is not a marker; undefined for tags of documentation tools and others. */
export function nearMissOf(tag: string, isType: boolean): NearMiss | undefined {
  if (documentationTags.has(tag)) return undefined;
  const replaced = isType ? replacementOfTag(tag) : undefined;
  if (replaced !== undefined) return { remedy: remedyOf(replaced) };
  const suggestion = suggest(tag, isType ? markersByTag.keys() : codeTags());
  return suggestion === undefined ? undefined : { suggestion };
}

/** The tags that can be on any code; those of types and fields apply only there. */
function codeTags(): readonly string[] {
  return [...markersByTag].filter(([, { on }]) => on !== 'schema' && on !== 'kind').map(([tag]) => tag);
}

// https://tsdoc.org/pages/spec/tag_kinds/, https://jsdoc.app and the additions of TypeDoc.
const documentationTags = new Set(
  `abstract access alias alpha arg argument async augments author beta borrows callback category class classdesc const
  constant constructor constructs copyright decorator defaultValue defaultvalue deprecated desc description document emits
  event eventProperty example exception expand experimental exports extends external file fileoverview fires func function
  generator global group hidden hideconstructor host ignore implements import include inheritDoc inheritdoc inline inner
  instance interface internal kind label lends license link linkcode linkplain listens member memberof method mixes mixin
  module name namespace overload override overview package packageDocumentation param primaryExport private privateRemarks
  prop property protected public readonly remarks requires return returns satisfies sealed see since static summary
  template this throws todo tutorial type typeParam typedef var variation version virtual yield yields`.split(/\s+/),
);
