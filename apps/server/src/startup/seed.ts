import type { Kysely } from 'kysely'
import { asPlatform, type Database, inTransaction } from '../database/index.ts'
import { seedDemo } from '../demo/index.ts'
import { seedIdentity } from '../modules/access/index.ts'
import { seedDictionaries } from '../modules/dictionaries/data/index.ts'
import { hashPassword } from '../modules/identity/passwords/index.ts'
import { seedRegions } from '../modules/regions/data/index.ts'
import { seedSoftware } from '../modules/software/index.ts'

export interface SeedOptions {
  /** The first administrator's password; a random one by default. */
  readonly adminPassword?: string
  /** Whether demonstration data is wanted. */
  readonly demo: boolean
}

/** An account that was made now, with its random password: to be printed once. */
export interface NewAccount {
  readonly userName: string
  readonly password: string
  /** The tenant that it administers; none for the platform's administrator. */
  readonly tenantName?: string
}

export interface Seeded {
  readonly administrator: string
  readonly accounts: readonly NewAccount[]
}

/** Puts in place what every deployment begins with, in one transaction; does nothing where it is there. */
export const seed = (db: Kysely<Database>, { adminPassword, demo }: SeedOptions): Promise<Seeded> =>
  inTransaction(
    db,
    asPlatform,
    async (trx) => {
      await seedRegions(trx)
      await seedDictionaries(trx)
      await seedSoftware(trx)
      const { userName, password } = await seedIdentity(trx, { adminPassword })
      const demoAccounts = demo ? await seedDemo(trx, { hashPassword }) : []
      const administrator = password === undefined ? [] : [{ userName, password }]
      return { administrator: userName, accounts: [...administrator, ...demoAccounts] }
    },
    { unlimited: true },
  )
