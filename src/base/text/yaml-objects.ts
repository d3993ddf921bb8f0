import { isObject, type JsonObject, type JsonValue } from '../model/schema.js';
import { perText } from './per-text.js';
import { isYamlProblem, yamlDocuments } from './yaml-documents.js';

/** Returns the objects of a YAML file; none if it is not valid. */
export function objectsOf(text: string | undefined): readonly JsonObject[] {
  return readObjects(text ?? '');
}

const readObjects = perText((text): readonly JsonObject[] => {
  const documents = yamlDocuments(text);
  if (isYamlProblem(documents) || documents.some(({ errors }) => errors.length > 0)) return [];
  try {
    return documents
      .map((each) => each.toJS() as JsonValue)
      .filter((each): each is JsonObject => each !== null && isObject(each));
  } catch {
    return [];
  }
});
