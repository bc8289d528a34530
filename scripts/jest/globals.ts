/**
 * What `@jest/globals` gives a test that runs in Node itself. Each test file has globals of its own, while a module that
 * several files share is loaded once: what it imported is always those of the file that runs.
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

/** Replaces the globals that are imported from here by those of another test file. */
export const useGlobals = (globals: Globals): void => {
  ;({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals)
}
