import { categories } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../database/transaction.ts'
import { globalEntryId } from '../modules/dictionaries/index.ts'
import { demoSites } from './sites.ts'

const china = 'CN'

/** Adds the demonstration's sites. */
export async function addSites(trx: Trx): Promise<void> {
  const rows = demoSites.map(({ level, type, delivered, ...site }) => ({
    ...site,
    id: uuidv7(),
    countryId: china,
    levelId: globalEntryId(categories.siteLevel, level),
    typeId: globalEntryId(categories.siteType, type),
    isUserAdd: delivered ? 0 : 1,
  }))
  await trx.insertInto('site').values(rows).execute()
}
