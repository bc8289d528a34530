import { type Language, type Option, softwareCodes } from '@atrium/contract'
import type { Caller } from '../../caller/caller.ts'
import { nameIn } from '../../crud/index.ts'
import type { Trx } from '../../database/transaction.ts'

/** The products that the caller has: a platform administrator all, anybody else the user centre itself. */
export const softwareOf = async (trx: Trx, caller: Caller, language: Language): Promise<Option[]> => {
  const all = trx
    .selectFrom('software')
    .select(['webCode as code', nameIn(language, 'software.softwareName').as('desc')])
    .orderBy('sort')
    .orderBy('id')
  return (caller.superAdmin ? all : all.where('webCode', '=', softwareCodes.account)).execute()
}
