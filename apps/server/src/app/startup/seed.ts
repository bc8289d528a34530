import type { Kysely } from 'kysely'
import { seedIdentity } from '../../modules/access/index.ts'
import { seedJobs } from '../../modules/jobs/index.ts'
import { seedSoftware } from '../../modules/products/software/index.ts'
import { seedDictionaries } from '../../modules/reference-data/dictionaries/index.ts'
import { seedRegions } from '../../modules/reference-data/regions/index.ts'
import { asPlatform, type Database, inTransaction } from '../../platform/database/index.ts'
import { type DemonstrationOptions, seedDemonstration } from '../demonstration/demonstration.ts'
import type { DemoAccount } from '../demonstration/users.ts'

export interface SeedOptions {
  /** Time zone in which the jobs run. */
  readonly timeZone: string
  /** Whether the database is the embedded one, so that Atrium must back it up itself. */
  readonly isEmbedded?: boolean
  /** The first administrator's password; random by default. */
  readonly adminPassword?: string
  /** Options of the demonstration; undefined for a deployment without one. */
  readonly demo: DemonstrationOptions | undefined
  /** Shows generated passwords before they are stored, so that none is lost if the server is killed in between. */
  readonly show?: (accounts: readonly NewAccount[]) => Promise<void>
}

/** A new account with its random password, which is printed once. */
export interface NewAccount {
  readonly userName: string
  readonly password: string
  readonly role: 'platform administrator' | DemoAccount['role']
  /** Tenant of the account; undefined for the platform's administrator. */
  readonly tenantName?: string
  /** Phone number with which the user signs in by SMS. */
  readonly phone?: string
}

export interface Seeded {
  readonly administrator: string
  /** Whether this start created the administrator. */
  readonly isNew: boolean
  readonly accounts: readonly NewAccount[]
}

/** Stores the data of a new deployment in one transaction. Does nothing if the data exists. */
export const seed = (
  db: Kysely<Database>,
  { timeZone, isEmbedded = false, adminPassword, demo, show }: SeedOptions,
): Promise<Seeded> =>
  inTransaction(
    db,
    asPlatform,
    async (trx) => {
      await seedRegions(trx)
      await seedDictionaries(trx)
      await seedSoftware(trx)
      await seedJobs(trx, timeZone, isEmbedded)
      const { userName, isNew, password } = await seedIdentity(trx, { adminPassword })
      const demoAccounts = demo ? await seedDemonstration(trx, demo) : []
      const administrator =
        password === undefined ? [] : [{ role: 'platform administrator' as const, userName, password }]
      const accounts = [...administrator, ...demoAccounts]
      if (accounts.length > 0) await show?.(accounts)
      return { administrator: userName, isNew, accounts }
    },
    { unlimited: true },
  )
