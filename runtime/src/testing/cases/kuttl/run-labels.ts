import { labelSelector } from '../../../client/label-selector.js';
import { labelSelectorAsSelector } from '../../../client/label-selection.js';
import type { LabelSelectorRequirement } from '../../../k8s/meta/v1.js';
import { refuseInvalid } from '../case-error.js';
import { fieldsOf, type Fields } from '../files/fields.js';
import type { CaseObject } from '../model.js';

/** Labels of a run, which select files. */
export type RunLabels = Readonly<Record<string, string>>;

/**
 * Reports whether a TestFile selects its file for a run with these labels. An empty selector selects all runs, and an
 * absent one none.
 * @throws CaseError if the selector is not valid
 */
export function isSelected(object: CaseObject, labels: RunLabels): boolean {
  const selector = fieldsOf(object).object('testRunSelector');
  return selector !== undefined && labelSelector(textOf(selector))(labels);
}

function textOf(selector: Fields): string {
  const matchLabels = selector.labels('matchLabels');
  const matchExpressions = selector.objects('matchExpressions').map(requirementOf);
  try {
    return labelSelectorAsSelector({ matchLabels, matchExpressions });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuseInvalid(selector.place, error.message, 'correct testRunSelector');
  }
}

function requirementOf(expression: Fields): LabelSelectorRequirement {
  return {
    key: expression.text('key'),
    operator: expression.text('operator'),
    values: [...expression.texts('values')],
  };
}
