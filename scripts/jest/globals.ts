/**
 * Globals of `@jest/globals` for tests that run in Node itself. Each test file has its own globals, but modules that
 * several files share are loaded only once: what they import from here always belongs to the current file.
 */
type Globals = typeof import('@jest/globals')

export let afterAll: Globals['afterAll']
export let afterEach: Globals['afterEach']
export let beforeAll: Globals['beforeAll']
export let beforeEach: Globals['beforeEach']
export let describe: Globals['describe']
export let expect: Globals['expect']
export let it: Globals['it']
export let jest: Globals['jest']
export let test: Globals['test']

/** Replaces the exported globals by those of another test file. */
export const useGlobals = (globals: Globals): void => {
  ;({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals)
}
