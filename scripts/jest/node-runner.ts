import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { useGlobals } from './globals.ts'
import './module-hooks.ts'

/*
 * Jest runs tests, hooks, timeouts and the report as usual, but Node itself loads the test files and their imports:
 * the sources unchanged, each module once per worker. Jest's own loader loads every library again for every test file.
 * That costs more than the tests, and the memory is never freed.
 *
 * Node's own test runner offers one process for each file, which loads the libraries again, or one process for all
 * files in turn, in which nothing else runs while a test waits for PostgreSQL. Several Jest workers avoid both. So these
 * 70 lines stay, although they replace three functions of Jest's runtime.
 */

/** Part of Jest's runtime that its test runner uses. */
interface Runtime {
  requireInternalModule: (file: string) => unknown
  requireModuleOrMock: (from: string, name: '@jest/globals') => typeof import('@jest/globals')
  unstable_importModule: (file: string) => Promise<void>
  unstable_shouldLoadAsEsm: (file: string) => boolean
}

type Runner = (
  globalConfig: unknown,
  config: unknown,
  environment: unknown,
  runtime: Runtime,
  file: string,
  ...rest: unknown[]
) => Promise<unknown>

const require = createRequire(import.meta.url)
const circus: Runner = require('jest-circus/runner').default

/** Creates Jest's state for the tests of one file. The next file gets a new one, while its libraries stay loaded. */
const initializer = (file: string): unknown => {
  delete require.cache[file]
  return require(file)
}

/** Number of runs per file: a file that runs again, as in watch mode, is loaded again. */
const runs = new Map<string, number>()

/** Time limit for loading a file, in milliseconds: Jest limits every test and hook, but not the loading. */
const loadingLimit = 120_000

const load = async (file: string): Promise<void> => {
  const before = runs.get(file) ?? 0
  runs.set(file, before + 1)
  const { href } = pathToFileURL(file)
  const loaded = new AbortController()
  const limit = sleep(loadingLimit, undefined, { signal: loaded.signal }).then(() => {
    throw new Error(`${file} was not loaded within ${loadingLimit / 1000} s`)
  })
  try {
    await Promise.race([import(before === 0 ? href : `${href}?run=${before}`), limit])
  } finally {
    loaded.abort()
    limit.catch(() => {})
  }
}

const runInNode: Runner = (globalConfig, config, environment, runtime, file, ...rest) => {
  runtime.requireInternalModule = initializer
  runtime.unstable_shouldLoadAsEsm = () => true
  runtime.unstable_importModule = (imported) => {
    useGlobals(runtime.requireModuleOrMock(imported, '@jest/globals'))
    return load(imported)
  }
  return circus(globalConfig, config, environment, runtime, file, ...rest)
}

export default runInNode
