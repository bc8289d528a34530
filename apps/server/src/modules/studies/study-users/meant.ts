import { codes, type studyUserExtend, type studyUserRemove } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenants } from '../../../platform/crud/index.ts'
import { reject, rejectField } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'

/** A call about authorizations of one study: only the given ones, or all of their users'. */
type Job = Pick<Work<typeof studyUserRemove | typeof studyUserExtend>, 'trx' | 'as' | 'caller' | 'input'>

const gone = () => reject(codes.notFound, 'studyUser.refusal.gone')

/** Finds the link of the study, and the users, of the authorizations whose ids a call contains. */
export async function meantBy({ trx, as, input }: Job) {
  const found = await trx
    .selectFrom('studyUser')
    .select(['tenantId', 'studyUrlId', 'tenantUserId'])
    .where('id', '=', sql<string>`any(${input.ids})`)
    .where('tenantUserId', 'is not', null)
    .where(inTenants(as, 'studyUser.tenantId'))
    .execute()
  const [first] = found
  if (!first || found.length < input.ids.length) return gone()
  const { tenantId, studyUrlId } = first
  if (found.some((row) => row.studyUrlId !== studyUrlId)) rejectField('ids', 'rule.reference')
  return { tenantId, studyUrlId, people: [...new Set(found.map((row) => row.tenantUserId))] }
}

export type Meant = Awaited<ReturnType<typeof meantBy>>

/** Returns whether one of the tenant users is the caller. */
export const isCallerAmong = async (
  { trx, caller }: Pick<Job, 'trx' | 'caller'>,
  people: readonly (string | null)[],
): Promise<boolean> =>
  (await trx
    .selectFrom('tenantUser')
    .select('id')
    .where('userId', '=', caller.userId)
    .where('id', '=', sql<string>`any(${people})`)
    .executeTakeFirst()) !== undefined

/**
 * Reads and locks the authorizations to change, in a fixed order: with `isSite` those that the call names, otherwise
 * all of their users' in the study.
 * @throws Rejection 404 if another call has deleted some, 409 if a site is meant and somebody has the whole study
 */
export async function meantRows({ trx, input }: Job, { tenantId, studyUrlId, people }: Meant) {
  const rows = await trx
    .selectFrom('studyUser')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('studyUrlId', '=', studyUrlId)
    .where('tenantUserId', '=', sql<string>`any(${people})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = new Set(input.ids)
  const named = rows.filter(({ id }) => ids.has(id))
  if (named.length < ids.size) gone()
  if (input.isSite && rows.some(({ studySiteId }) => studySiteId === null))
    reject(codes.conflict, 'studyUser.refusal.wholeStudy')
  return input.isSite ? named : rows
}
