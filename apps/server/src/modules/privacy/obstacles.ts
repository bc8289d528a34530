import { type PrivacyObstacle, userStatus } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/transaction.ts'
import { isUsableMember } from '../access/index.ts'

/** A person, as far as it decides about a pseudonym. */
interface Facts {
  readonly userId: string
  readonly status: string
  readonly isMember: boolean
  readonly isHeld: boolean
  readonly isBeingMailed: boolean
}

const found = ({ status, isMember, isHeld, isBeingMailed }: Facts): readonly PrivacyObstacle[] => [
  ...(status === userStatus.locked ? [] : (['unlocked'] as const)),
  ...(isMember ? (['membership'] as const) : []),
  ...(isHeld ? (['hold'] as const) : []),
  ...(isBeingMailed ? (['message'] as const) : []),
]

/** Returns what keeps each of some people from being pseudonymised. The role of the transaction must see all of them. */
export async function obstaclesOf(
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly PrivacyObstacle[]>> {
  const rows = await trx
    .selectFrom('appUser')
    .select(['appUser.id as userId', 'appUser.status'])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('tenantUser')
            .select('tenantUser.id')
            .whereRef('tenantUser.userId', '=', 'appUser.id')
            .where(isUsableMember()),
        )
        .$castTo<boolean>()
        .as('isMember'),
      eb
        .exists(
          eb
            .selectFrom('message')
            .select('message.id')
            .where('message.state', '=', 'sending')
            .where(sql<boolean>`(lower(message.recipient) = app_user.email_key
              or app_user.phone <> '' and message.recipient = app_user.phone)`),
        )
        .$castTo<boolean>()
        .as('isBeingMailed'),
    ])
    .select(sql<boolean>`app_user.id in (select held_people())`.as('isHeld'))
    .where('appUser.id', '=', sql<string>`any(${[...new Set(ids)]})`)
    .execute()
  return new Map(rows.map((row) => [row.userId, found(row)]))
}
