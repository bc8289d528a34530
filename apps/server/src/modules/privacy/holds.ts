import { codes, globalTenantId, holdList, holdPlace, holdRelease } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { nameIn, pageOf } from '../../platform/crud/index.ts'
import { columnsContain } from '../../platform/database/search.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject, rejectFields } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import { fullNameOf } from '../identity/identifiers/index.ts'
import { lockHolds } from '../legal-holds/index.ts'

/** POST /privacy/hold/list. */
export const holdListRoute = handle(holdList, async ({ trx, input, language }) => {
  const { state, keyWord, sortOrder = 'desc', sortBy: _, ...paging } = input
  const rows = trx
    .selectFrom('legalHold')
    .leftJoin('tenant', 'tenant.id', 'legalHold.heldTenant')
    .leftJoin('study', (join) =>
      join.onRef('study.tenantId', '=', 'legalHold.heldTenant').onRef('study.id', '=', 'legalHold.heldStudy'),
    )
    .leftJoin('appUser', 'appUser.id', 'legalHold.heldPerson')
    .where('legalHold.releasedAt', state === 'released' ? 'is not' : 'is', null)
    .where(columnsContain(['legalHold.name'], keyWord))
  return pageOf(
    trx,
    rows,
    paging,
    (matching) =>
      matching
        .selectAll('legalHold')
        .select(
          sql<string>`coalesce(study.study_name, tenant.tenant_name, ${nameIn(language, 'appUser.fullName')}, '')`.as(
            'subjectName',
          ),
        )
        .orderBy('legalHold.createdAt', sortOrder)
        .orderBy('legalHold.id', sortOrder),
    ({ createdAt, releasedAt, ...row }) => ({
      ...{ id: row.id, scope: row.scope, subjectName: row.subjectName, name: row.name, reason: row.reason },
      ...{
        heldTenant: row.heldTenant ?? '',
        heldStudy: row.heldStudy ?? '',
        heldPerson: row.heldPerson ?? '',
      },
      ...{ placerName: row.placerName, placeTime: createdAt.toISOString() },
      ...{ releaserName: row.releaserName, releaseTime: releasedAt?.toISOString() ?? '' },
      ...{ releaseReason: row.releaseReason, rowVersion: row.rowVersion },
    }),
  )
})

interface Subject {
  readonly scope: 'person' | 'study' | 'tenant'
  readonly heldTenant: string
  readonly heldStudy: string
  readonly heldPerson: string
}

/** Returns issues with what is to be held, which must exist. The platform itself is no tenant. */
async function issuesOf(
  trx: Trx,
  { scope, heldTenant, heldStudy, heldPerson }: Subject,
): Promise<FieldIssue[]> {
  const isThere = async (table: 'tenant' | 'appUser', id: string) =>
    (await trx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  if (scope === 'person')
    return (await isThere('appUser', heldPerson)) ? [] : [fieldIssue('heldPerson', 'privacy.rule.person')]
  if (heldTenant === globalTenantId || !(await isThere('tenant', heldTenant)))
    return [fieldIssue('heldTenant', 'privacy.rule.tenant')]
  if (scope === 'tenant') return []
  const study = await trx
    .selectFrom('study')
    .select('id')
    .where('tenantId', '=', heldTenant)
    .where('id', '=', heldStudy)
    .executeTakeFirst()
  return study ? [] : [fieldIssue('heldStudy', 'privacy.rule.study')]
}

/** POST /privacy/hold/place. */
export const holdPlaceRoute = handle(holdPlace, async ({ trx, input, caller, audit }) => {
  await lockHolds(trx)
  rejectFields(await issuesOf(trx, input))
  const { scope, heldTenant, heldStudy, heldPerson, name, reason } = input
  const after = await trx
    .insertInto('legalHold')
    .values({
      ...{ id: uuidv7(), scope, name, reason },
      heldTenant: scope === 'person' ? null : heldTenant,
      heldStudy: scope === 'study' ? heldStudy : null,
      heldPerson: scope === 'person' ? heldPerson : null,
      placedBy: caller.userId,
      placerName: await fullNameOf(trx, caller.userId),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  audit({ entity: 'legal_hold', entityId: after.id, after })
  return null
})

/** POST /privacy/hold/release. */
export const holdReleaseRoute = handle(holdRelease, async ({ trx, input, caller, audit }) => {
  const { id, rowVersion, releaseReason } = input
  const before = await trx
    .selectFrom('legalHold')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) reject(codes.notFound)
  if (before.releasedAt !== null || before.rowVersion !== (rowVersion ?? before.rowVersion))
    reject(codes.conflict, 'privacy.refusal.released')
  const after = await trx
    .updateTable('legalHold')
    .set({ releaseReason, releasedBy: caller.userId, releasedAt: sql<Date>`now()` })
    .set({ releaserName: await fullNameOf(trx, caller.userId) })
    .set({ updatedAt: sql<Date>`now()`, rowVersion: before.rowVersion + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  audit({ entity: 'legal_hold', entityId: id, before, after })
  return null
})
