import { authorizationStyles, blinding, type Call, type ProductGrant, type StudyUser } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Work } from '../../../platform/http/work.ts'
import { isRejected } from '../../tenants/invitations/index.ts'
import { blindingsIn, hidesGrants } from '../blinding/index.ts'
import { notificationOf } from './notification.ts'
import type { Link } from './scope.ts'

type InProduct = Pick<StudyUser, 'roleNames' | 'isBlind' | 'hidesRoles' | 'grantState' | 'notification'>

/** A row of the list, with the ids of the user in the tenant and on the platform. */
interface Person {
  readonly id: string
  readonly userId: string
}

/** The caller's transaction and language. */
type Asking = Pick<Work<Call>, 'trx' | 't' | 'caller'>

const without: Omit<InProduct, 'notification' | 'hidesRoles'> = {
  roleNames: [],
  isBlind: null,
  grantState: '',
}
const neverNotified: InProduct['notification'] = { state: 'never', at: '', message: '' }

/** Returns the names of the roles, without repetitions: a role of EDC applies in several environments. */
const roleNamesOf = ({ generalRoleId, generalRoleName = '', roles }: ProductGrant): string[] => {
  const general = generalRoleName || generalRoleId
  const names = roles.map(({ roleId, roleName }) => roleName || roleId)
  return [...new Set(general === '' ? names : [general, ...names])]
}

/** Returns whether the user is blinded. A user with a single unblinded role is unblinded. */
const blindnessOf = (grant: ProductGrant): number | null => {
  const blindings = blindingsIn(grant)
  return blindings.includes(blinding.unblinded) ? blinding.unblinded : (blindings[0] ?? null)
}

const shownState = sql<Exclude<StudyUser['grantState'], ''>>`case
  when state = 'waiting' and waiting_since > now() then 'planned'
  when state = 'waiting' and untrained_since is not null then 'training' else state end`

/** Reads the grants of users in a study, by the ids of the tenant users. */
async function grantsOf(
  trx: Trx,
  { tenantId, studyUrlId, authorizationStyle }: Link,
  people: readonly Person[],
) {
  const rows = await trx
    .selectFrom('productAuthorization')
    .select(['tenantUserId', 'grants', 'acceptedGrants', isRejected.as('rejected'), shownState.as('state')])
    .where('tenantId', '=', tenantId)
    .where('studyUrlId', '=', studyUrlId)
    .where('tenantUserId', '=', sql<string>`any(${people.map(({ id }) => id)})`)
    .execute()
  const hasBlinding = authorizationStyle === authorizationStyles.rtsm
  return new Map(
    rows.map(({ tenantUserId, state, grants, acceptedGrants, rejected }) => {
      // Rejected grants never applied.
      const shown = acceptedGrants ?? (state === 'refused' ? undefined : grants)
      const roles = shown && {
        roleNames: roleNamesOf(shown),
        isBlind: hasBlinding ? blindnessOf(shown) : null,
      }
      return [tenantUserId, { ...without, ...roles, grantState: rejected ? ('refused' as const) : state }]
    }),
  )
}

/** Reads what the product has been notified about, by the ids of the users. */
async function notificationsOf(
  { trx, t }: Asking,
  { tenantId, tenantUrlId }: Link,
  people: readonly Person[],
) {
  const rows = await trx
    .selectFrom('productAccess')
    .select(['userId', 'state', 'notifiedAt', 'failure'])
    .where('tenantId', '=', tenantId)
    .where('tenantUrlId', '=', tenantUrlId)
    .where('userId', '=', sql<string>`any(${people.map(({ userId }) => userId)})`)
    .execute()
  return new Map(rows.map(({ userId, ...row }) => [userId, notificationOf(row, t)]))
}

/**
 * Reads what a product holds of users in a study.
 * @returns a function from a user to it
 */
export async function readInProduct(asking: Asking, link: Link, people: readonly Person[]) {
  const { trx, caller } = asking
  const grants = await grantsOf(trx, link, people)
  const notifications = await notificationsOf(asking, link, people)
  const hidesRoles = await hidesGrants(trx, caller, link)
  return ({ id, userId }: Person): InProduct => ({
    ...((!hidesRoles && grants.get(id)) || without),
    hidesRoles,
    notification: notifications.get(userId) ?? neverNotified,
  })
}
