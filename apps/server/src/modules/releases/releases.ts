import { setTimeout as sleep } from 'node:timers/promises'
import { readSuiteRegistry } from '@atrium/federation/html'
import type { Registry } from '@atrium/federation/registry'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { asSystem, inTransaction } from '../../platform/database/transaction.ts'
import { type ReleaseLocations, readHost } from './locations.ts'
import { type ModuleState, readModules, registryOf } from './registry.ts'

/** Source of the release registry. */
export interface Releases {
  readonly locations: ReleaseLocations
  /** Current registry for visitors, without tenant data. */
  readonly registry: () => Promise<Registry>
  /** Current registry for a signed-in user, from the states of their tenants. */
  readonly registryFor: (states: readonly ModuleState[]) => Promise<Registry>
}

/** Time to wait for a slow database before the last known releases are used, in milliseconds. */
const timeout = 2000

/**
 * Creates the source of the registry. Every page request needs it, so concurrent requests share one query. While the
 * database is unavailable, the last known state is used.
 */
export function createReleases(db: Kysely<Database>, locations: ReleaseLocations): Releases {
  let last: ModuleState[] | undefined
  let asking: Promise<ModuleState[] | undefined> | undefined
  let next: Promise<ModuleState[] | undefined> | undefined

  const ask = async (): Promise<ModuleState[] | undefined> => {
    try {
      last = await inTransaction(db, asSystem, (trx) => readModules(trx), { readOnly: true })
    } catch {
      // Database errors are reported by the calls that fail.
    }
    return last
  }
  const askNow = (): Promise<ModuleState[] | undefined> => {
    asking = ask().finally(() => {
      asking = undefined
    })
    return asking
  }
  /**
   * Reads the current releases. If a query is in progress, it waits for another one, because the first may predate a
   * change.
   */
  const present = (): Promise<ModuleState[] | undefined> => {
    if (!asking) return askNow()
    next ??= asking.then(() => {
      next = undefined
      return askNow()
    })
    return next
  }
  const states = async (): Promise<ModuleState[]> => {
    const question = present()
    const enough = last && sleep(timeout, undefined, { ref: false })
    return (await Promise.race(enough ? [question, enough] : [question])) ?? last ?? []
  }
  const make = async (known: readonly ModuleState[], personal: boolean): Promise<Registry> => {
    const [suite, host] = await Promise.all([readSuiteRegistry(locations.webFolder), readHost(locations)])
    return registryOf(known, { locations, host, suite, personal })
  }
  return {
    locations,
    registry: async () => make(await states(), false),
    registryFor: (known) => make(known, true),
  }
}

declare module '../../platform/http/work.ts' {
  interface Services {
    /** Source of the release registry. */
    readonly releases: Releases
  }
}
