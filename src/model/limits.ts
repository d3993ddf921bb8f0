/**
 * How much operator-gen computes from the sources of a project. A few lines of types or constants can stand for more than a
 * machine holds; each limit is far above what an API server stores of one object, which is 1.5 MiB.
 */

/** How many expressions are read for one value: constants that name each other twice double it at each step. */
export const mostExpressions = 100_000;

/** How many characters all texts of one value have. */
export const mostCharacters = 1024 * 1024;

/** How many types are read for the fields of one kind; one that is read once for all places counts once. */
export const mostSchemas = 50_000;

/** How many names and written types are followed, and schemas compared, for the types of one kind. */
export const mostSteps = 1_000_000;

/** How many parts a value of a sample has, and how many characters a text in it. */
export const mostSampleParts = 1000;
export const mostSampleCharacters = 64 * 1024;

/** How long a pattern may be for which a matching text is looked for. */
export const mostPatternCharacters = 10_000;

/** How many steps matching one text with its pattern may take, 3 seconds or so: characters times instructions of the pattern. */
export const mostPatternSteps = 100_000_000;

/** How many files one tsconfig.json may extend, directly or not. */
export const mostExtendedConfigs = 100;
