import { describe, expect, it } from 'vitest';
import { ApiError, type Status } from '../transport/api-error.js';
import {
  hasStatusCause,
  isBadRequest,
  isUnauthorized,
  isForbidden,
  isNotFound,
  isMethodNotSupported,
  isNotAcceptable,
  isAlreadyExists,
  isConflict,
  isGone,
  isResourceExpired,
  isRequestEntityTooLargeError,
  isUnsupportedMediaType,
  isInvalid,
  isTooManyRequests,
  isInternalError,
  isStoreReadError,
  isServiceUnavailable,
  isTimeout,
  isServerTimeout,
  reasonForError,
  statusCause,
  suggestsClientDelay,
} from './error-reasons.js';

const error = (status: Status) => new ApiError({ message: 'refused', ...status }, 'get a thing');

/** Each predicate with its reason, and the status code that implies it when the reason is unknown. */
const questions: readonly [(error: unknown) => boolean, string, number | undefined][] = [
  [isBadRequest, 'BadRequest', 400],
  [isUnauthorized, 'Unauthorized', 401],
  [isForbidden, 'Forbidden', 403],
  [isNotFound, 'NotFound', undefined],
  [isMethodNotSupported, 'MethodNotAllowed', 405],
  [isNotAcceptable, 'NotAcceptable', 406],
  [isAlreadyExists, 'AlreadyExists', undefined],
  [isConflict, 'Conflict', 409],
  [isGone, 'Gone', 410],
  [isResourceExpired, 'Expired', undefined],
  [isRequestEntityTooLargeError, 'RequestEntityTooLarge', 413],
  [isUnsupportedMediaType, 'UnsupportedMediaType', 415],
  [isInvalid, 'Invalid', 422],
  [isTooManyRequests, 'TooManyRequests', 429],
  [isInternalError, 'InternalError', 500],
  [isStoreReadError, 'StorageReadError', undefined],
  [isServiceUnavailable, 'ServiceUnavailable', 503],
  [isTimeout, 'Timeout', 504],
  [isServerTimeout, 'ServerTimeout', undefined],
];
/** Names of the predicates that are true for a value. */
const answers = (value: unknown) => questions.flatMap(([question]) => (question(value) ? [question.name] : []));

describe.each(questions.map(([question, ...rest]) => [question.name, question, ...rest] as const))(
  '%s',
  (name, question, reason, code) => {
    const alsoGone = name === 'isResourceExpired' ? ['isGone'] : [];

    it('goes by the reason, whatever the code is', () => {
      expect(answers(error({ reason, code: 418 })).toSorted()).toEqual([...alsoGone, name].toSorted());
    });

    it.runIf(code !== undefined)('goes by the code, where no reason is known', () => {
      expect(answers(error({ code: code! }))).toEqual([name]);
      expect(answers(error({ code: code!, reason: 'OurOwn' }))).toEqual([name]);
    });

    it('is also asked of what an error was caused by', () => {
      expect(question(new Error('outer', { cause: new Error('inner', { cause: error({ reason }) }) }))).toBe(true);
    });

    it('is false for anything else', () => {
      const circle = new Error('circle');
      circle.cause = circle;
      for (const value of [undefined, null, 'text', circle, { code, reason }, new Error(reason)]) {
        expect(question(value)).toBe(false);
      }
    });
  },
);

it('tells a conflict from an object that is there already, which have one code', () => {
  expect(answers(error({ code: 409, reason: 'AlreadyExists' }))).toEqual(['isAlreadyExists']);
  expect(answers(error({ code: 409, reason: 'Conflict' }))).toEqual(['isConflict']);
});

it('finds causes', () => {
  const causes = [
    { reason: 'FieldValueRequired', field: 'spec' },
    { reason: 'FieldValueInvalid', field: 'spec.replicas' },
  ];
  const invalid = error({ code: 422, reason: 'Invalid', details: { causes } });
  expect(statusCause(invalid, 'FieldValueInvalid')).toEqual(causes[1]);
  expect(hasStatusCause(invalid, 'FieldValueDuplicate')).toBe(false);
  expect(reasonForError(invalid)).toBe('Invalid');
  expect(reasonForError(new Error('other'))).toBe('');
});

it('returns the time that the server asks to wait, in seconds', () => {
  const delay = (status: Status) => suggestsClientDelay(error(status));
  expect(delay({ code: 429, details: { retryAfterSeconds: 3 } })).toBe(3);
  expect(delay({ code: 500, reason: 'ServerTimeout', details: {} })).toBe(0);
  expect(delay({ code: 500, reason: 'InternalError', details: { retryAfterSeconds: 0 } })).toBeUndefined();
  expect(suggestsClientDelay(new Error('other'))).toBeUndefined();
});
