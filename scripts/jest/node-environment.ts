import { flushCompileCache } from 'node:module'
import type { EnvironmentContext, JestEnvironment, JestEnvironmentConfig } from '@jest/environment'
import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'

/** Returns whether Jest left a symbol on the global object for one test file. */
const leftByJest = (symbol: symbol): boolean =>
  /^(JEST_STATE_SYMBOL|EVENT_HANDLERS|TEST_TIMEOUT_SYMBOL|RETRY_TIMES|RETRY_TIMES_SETTER)$/.test(
    symbol.description ?? '',
  )

/**
 * Node itself, for tests whose modules are loaded once per worker (see `node-runner.ts`). Changes that a test file
 * makes to its process are undone before the next file.
 */
export default class NodeItself implements JestEnvironment {
  readonly global: JestEnvironment['global']
  readonly moduleMocker: ModuleMocker
  readonly fakeTimers = null
  readonly fakeTimersModern: ModernFakeTimers
  readonly #env = { ...process.env }
  readonly #folder = process.cwd()
  readonly #exit = process.exit
  readonly #console = console

  constructor({ projectConfig }: JestEnvironmentConfig, _context: EnvironmentContext) {
    // Jest changes the `process` of a sandbox, but this one belongs to the worker itself.
    const withoutProcess = new Proxy(globalThis, {
      get: (target, name) => (name === 'process' ? undefined : Reflect.get(target, name)),
    })
    this.global = withoutProcess as unknown as JestEnvironment['global']
    this.moduleMocker = new ModuleMocker(globalThis)
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
  }

  async setup(): Promise<void> {
    process.exit = (code) => {
      throw new Error(`A test, or code that it calls, would end the worker with process.exit(${code ?? ''})`)
    }
  }

  async teardown(): Promise<void> {
    this.fakeTimersModern.dispose()
    process.exit = this.#exit
    globalThis.console = this.#console
    if (process.cwd() !== this.#folder) process.chdir(this.#folder)
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name]
    Object.assign(process.env, this.#env)
    for (const symbol of Object.getOwnPropertySymbols(globalThis).filter(leftByJest)) {
      Reflect.deleteProperty(globalThis, symbol)
    }
    // Otherwise a worker that has compiled all sources would write the cache when it ends, which takes longer than
    // Jest waits.
    flushCompileCache()
  }

  exportConditions(): string[] {
    return ['node', 'node-addons']
  }

  /** There is no context other than Node's own. */
  getVmContext(): null {
    return null
  }
}
