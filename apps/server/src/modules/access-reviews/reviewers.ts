import { globalTenantId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/transaction.ts'
import { holdsIn, isActiveMember, tenantAdministrator } from '../access/index.ts'
import { readBlindedStudies } from '../studies/blinding/index.ts'

/** Menu whose holders may decide for the platform. */
const menu = 'accessReviews'

/**
 * Selects the users who can decide in the reviews of a tenant: its active members, and users of the platform with the
 * menu. In the platform’s own reviews, only the latter.
 */
export const reviewersIn = (trx: Trx, tenantId: string) =>
  trx
    .selectFrom('appUser')
    .where(sql<boolean>`can_sign_in(app_user.id)`)
    .where((eb) =>
      eb.or([
        holdsIn({ userId: sql.ref('app_user.id'), tenantId: sql.val(globalTenantId) }, menu),
        ...(tenantId === globalTenantId
          ? []
          : [
              eb.exists(
                eb
                  .selectFrom('tenantUser')
                  .select('tenantUser.id')
                  .whereRef('tenantUser.userId', '=', 'appUser.id')
                  .where('tenantUser.tenantId', '=', tenantId)
                  .where(isActiveMember()),
              ),
            ]),
      ]),
    )

/** Returns the administrators of a tenant, then those of the platform; among each, the one who planned the review first. */
async function administrators(trx: Trx, { tenantId, ownerId }: Deciding): Promise<string[]> {
  const found = await trx
    .selectFrom('openRole')
    .select(['openRole.userId', 'openRole.superAdmin'])
    .where(sql<boolean>`can_sign_in(open_role.user_id)`)
    .where((eb) =>
      eb.or([
        eb('openRole.superAdmin', '=', true),
        ...(tenantId === globalTenantId
          ? []
          : [
              eb.and([
                eb('openRole.tenantId', '=', tenantId),
                eb('openRole.roleId', '=', tenantAdministrator.id),
              ]),
            ]),
      ]),
    )
    .orderBy('openRole.superAdmin')
    .orderBy(sql`open_role.user_id <> ${ownerId}`)
    .orderBy('openRole.userId')
    .execute()
  return found.map(({ userId }) => userId)
}

/** A review, as far as it says who decides. */
interface Deciding {
  readonly tenantId: string
  readonly reviewers: readonly string[]
  /** Who planned it. */
  readonly ownerId: string
}

/** Returns who decides in a review, in order: the named reviewers who still can, then the administrators. */
export async function candidatesOf(trx: Trx, review: Deciding): Promise<string[]> {
  const { tenantId, reviewers } = review
  const able = await reviewersIn(trx, tenantId)
    .select('appUser.id')
    .where('appUser.id', '=', sql<string>`any(${[...reviewers]})`)
    .execute()
  const ids = new Set(able.map(({ id }) => id))
  const named = reviewers.filter((id) => ids.has(id))
  return [...new Set([...named, ...(await administrators(trx, review))])]
}

/** Access for which somebody has to decide. */
interface Assigned {
  readonly kind: string
  readonly userId: string
  readonly studyId: string | null
  readonly isRtsm: boolean
}

/** Returns the users whose role and membership somebody may change. */
async function reachedBy(trx: Trx, candidate: string, tenantId: string, users: readonly string[]) {
  if (users.length === 0) return new Set<string>()
  const reaches =
    tenantId === globalTenantId
      ? sql`reaches(${candidate}, person.id)`
      : sql`reaches_in(${candidate}, person.id, ${tenantId})`
  const { rows } = await sql<{ id: string }>`
    select person.id from unnest(${users}::text[]) as person (id) where ${reaches}`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Assigns access to the first candidate who may decide on it: never the person themselves, nobody who is blinded in the
 * study for its RTSM, and for roles and memberships only somebody who could change them anyway.
 * @returns the id of the reviewer of each access, in order; null if nobody may
 */
export async function assign(
  trx: Trx,
  review: Deciding,
  items: readonly Assigned[],
): Promise<(string | null)[]> {
  const reviewers: (string | null)[] = items.map(() => null)
  for (const candidate of await candidatesOf(trx, review)) {
    const left = items.flatMap((item, index) =>
      reviewers[index] === null && item.userId !== candidate ? [{ item, index }] : [],
    )
    if (left.length === 0) continue
    const blinded = new Set(await readBlindedStudies(trx, candidate))
    const users = left.flatMap(({ item }) => (item.kind === 'study' ? [] : [item.userId]))
    const reached = await reachedBy(trx, candidate, review.tenantId, [...new Set(users)])
    for (const { item, index } of left) {
      const isHidden = item.isRtsm && item.studyId !== null && blinded.has(item.studyId)
      if (!isHidden && (item.kind === 'study' || reached.has(item.userId))) reviewers[index] = candidate
    }
  }
  return reviewers
}
