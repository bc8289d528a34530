import { setTimeout as sleep } from 'node:timers/promises'
import { readSuiteRegistry } from '@atrium/federation/html'
import type { Registry } from '@atrium/federation/registry'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { asSystem, inTransaction } from '../../platform/database/transaction.ts'
import { type ReleaseLocations, readHost } from './locations.ts'
import { type ModuleState, readModules, registryOf } from './registry.ts'

/** The active releases for a visitor without a session. */
export interface Releases {
  readonly locations: ReleaseLocations
  /** The registry as it is now, without anything of tenants. */
  readonly registry: () => Promise<Registry>
  /** The same as it counts for somebody. */
  readonly registryFor: (states: readonly ModuleState[]) => Promise<Registry>
}

/** How long the page waits for a silent database before it uses the last known releases, in milliseconds. */
const timeout = 2000

/**
 * Knows which releases count. The page is asked for by anybody: however many ask at once, the database is asked once,
 * and while it is away what was known last counts.
 */
export function createReleases(db: Kysely<Database>, locations: ReleaseLocations): Releases {
  let last: ModuleState[] | undefined
  let asking: Promise<ModuleState[] | undefined> | undefined
  let next: Promise<ModuleState[] | undefined> | undefined

  const ask = async (): Promise<ModuleState[] | undefined> => {
    try {
      last = await inTransaction(db, asSystem, (trx) => readModules(trx), { readOnly: true })
    } catch {
      // What the database has against it is said where calls fail.
    }
    return last
  }
  const askNow = (): Promise<ModuleState[] | undefined> => {
    asking = ask().finally(() => {
      asking = undefined
    })
    return asking
  }
  /** Reads the current releases: a query in progress may have been answered before the change. */
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
    /** The active releases of remotes. */
    readonly releases: Releases
  }
}
