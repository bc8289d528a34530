import { categories, globalTenantId, type Language, type Position } from '@atrium/contract'
import { nameIn } from '../../crud/index.ts'
import type { Trx } from '../../database/transaction.ts'

const positionsOf = (trx: Trx, tenantId: string) =>
  trx
    .selectFrom('dictionary')
    .where('tenantId', 'in', [globalTenantId, tenantId])
    .where('categoryId', '=', categories.position)

/** The positions that a tenant's users may have, in a language. */
export const choosePositions = (trx: Trx, tenantId: string, language: Language): Promise<Position[]> =>
  positionsOf(trx, tenantId)
    .select(['id', nameIn(language, 'dictionary.dicName').as('name')])
    .orderBy('sort')
    .orderBy('id')
    .execute()

/** Whether a position is one of a tenant's; keeps it from being deleted until the transaction ends. */
export const isPosition = async (trx: Trx, tenantId: string, id: string): Promise<boolean> =>
  (await positionsOf(trx, tenantId).select('id').where('id', '=', id).forKeyShare().executeTakeFirst()) !==
  undefined
