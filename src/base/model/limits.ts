/**
 * Limits on what operator-gen computes from the sources of a project. A few lines of types or constants can expand to
 * more than fits into memory. Each limit is far above what an API server stores of one object, which is 1.5 MiB.
 */

/**
 * Maximum number of expressions read for one value: constants that refer to each other twice double it at each step.
 */
export const mostExpressions = 100_000;

/** Maximum number of characters in all strings of one value. */
export const mostCharacters = 1024 * 1024;

/** Maximum number of types read for the fields of one kind; a type that is read once for all its uses counts once. */
export const mostSchemas = 50_000;

/** Maximum number of names and type nodes followed, and schemas compared, for the types of one kind. */
export const mostSteps = 1_000_000;

/** Maximum number of parts in a sample value, and of characters in one of its strings. */
export const mostSampleParts = 1000;
export const mostSampleCharacters = 64 * 1024;

/** Maximum length of a pattern for which a matching string is generated. */
export const mostPatternCharacters = 10_000;

/**
 * Maximum number of steps for matching a string against its pattern, about 3 seconds: characters times pattern
 * instructions.
 */
export const mostPatternSteps = 100_000_000;

/** Maximum number of files that one tsconfig.json can extend, directly or indirectly. */
export const mostExtendedConfigs = 100;
