import { readFileSync } from 'node:fs';
import type { JsonValue, Schema } from '../../runtime/src/testing/values/schema.js';

/** A rule, and its result for the value of all cases; undefined if the rule is not supported. */
export interface RuleCase {
  readonly rule: string;
  readonly verdict: boolean | undefined;
}

const path = new URL('../base/helper/rule-cases.json', import.meta.url);
const { schema, value, cases } = JSON.parse(readFileSync(path, 'utf8')) as {
  readonly schema: Schema;
  readonly value: JsonValue;
  readonly cases: Readonly<Record<string, Readonly<Record<'accepted' | 'refused' | 'unsupported', readonly string[]>>>>;
};

/** Schema of the value. */
export const ruleCaseSchema = schema;

/** The value to which the rules of all cases are applied. */
export const ruleCaseValue = value;

/** Cases for each part of the language, and for each library that Kubernetes adds to it. */
export const ruleCases: readonly (readonly [subject: string, cases: readonly RuleCase[]])[] = Object.entries(cases).map(
  ([subject, { accepted, refused, unsupported }]) => [
    subject,
    [
      ...accepted.map((rule) => ({ rule, verdict: true })),
      ...refused.map((rule) => ({ rule, verdict: false })),
      ...unsupported.map((rule) => ({ rule, verdict: undefined })),
    ],
  ],
);
