import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { bothTexts } from '../../../base/merge/both-texts.js';
import { mergeCommentLines } from '../../../base/merge/comment-lines.js';
import type { MergeTexts } from '../../../base/merge/merge-file.js';
import { sameValues, yamlComments } from '../../../base/merge/yaml-comments.js';
import { withoutEach } from '../../../base/text/text.js';
import { isYaml } from '../../../project/paths.js';
import { codeComments, sameCode } from '../../refactor/code/code-comments.js';
import { labelsOf, type ConflictPolicy } from './conflict-policy.js';
import { isCode, unmergeable } from './comparison-limits.js';

/**
 * Adds the comments of a release to a merge of values or declarations. Where a merge by lines results in the same
 * values or code, it is used, because it also has the comments. Otherwise, comments whose place is found are merged,
 * and the others are reported.
 */
export function withComments(
  path: string,
  texts: MergeTexts,
  content: string,
  policy: ConflictPolicy,
): { readonly content: string; readonly diagnostics: readonly Diagnostic[] } {
  const language = languageOf(path);
  if (language === undefined || unmergeable(path, texts.existing) !== undefined) return { content, diagnostics: [] };
  const lines = bothTexts(texts, labelsOf(policy))?.kept;
  const merged = lines !== undefined && language.isSame(lines, content) ? lines : withLines(language, texts, content);
  const [old, wanted, there] = [texts.before, texts.after, merged].map((text) => language.comments(text));
  const left = withoutEach(withoutEach(wanted!, old!), there!).filter((line) => /[\p{L}\d]/u.test(line));
  if (left.length === 0) return { content: merged, diagnostics: [] };
  const missing = diagnostic('upgrade-comment-left', { path, release: policy.to });
  return { content: merged, diagnostics: [{ ...missing, lines: left }] };
}

/** Applies the changes of comments to a YAML file that a user has edited. */
export function withYamlComments(path: string, texts: MergeTexts, content: string): string {
  const isEdited = isYaml(path) && unmergeable(path, texts.existing) === undefined;
  return isEdited ? withLines(languageOf(path)!, texts, content) : content;
}

function withLines({ isComment, isSame }: Language, texts: MergeTexts, content: string): string {
  return mergeCommentLines(texts, content, (line) => isComment.test(line), isSame);
}

interface Language {
  /** Matches the beginning of a line of a comment. */
  readonly isComment: RegExp;
  readonly comments: (text: string) => readonly string[];
  readonly isSame: (one: string, other: string) => boolean;
}

function languageOf(path: string): Language | undefined {
  if (isYaml(path)) return { isComment: /^\s*#/, comments: yamlComments, isSame: sameValues };
  if (!isCode(path)) return undefined;
  return {
    isComment: /^\s*(?:\/[/*]|\*)/,
    comments: (text) => codeComments(path, text),
    isSame: (one, other) => sameCode(path, one, other),
  };
}
