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
  /** Time zone of the jobs. */
  readonly timeZone: string
  /** Whether the database is the embedded one, which nobody else backs up. */
  readonly isEmbedded?: boolean
  /** The first administrator's password; a random one by default. */
  readonly adminPassword?: string
  /** Whether demonstration data is wanted, and what it is made with. */
  readonly demo: DemonstrationOptions | undefined
  /** Shows generated passwords before they are stored: none is lost if the server is killed in between. */
  readonly show?: (accounts: readonly NewAccount[]) => Promise<void>
}

/** An account that was made now, with its random password: to be printed once. */
export interface NewAccount {
  readonly userName: string
  readonly password: string
  readonly role: 'platform administrator' | DemoAccount['role']
  /** Its tenant; none for the platform's administrator. */
  readonly tenantName?: string
  /** With which it signs in by SMS. */
  readonly phone?: string
}

export interface Seeded {
  readonly administrator: string
  /** Whether the administrator was made now. */
  readonly isNew: boolean
  readonly accounts: readonly NewAccount[]
}

/** Stores the data of a new deployment in one transaction; does nothing if it is there. */
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
