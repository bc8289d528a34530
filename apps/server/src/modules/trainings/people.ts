import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../platform/caller/caller.ts'
import type { Trx } from '../../platform/database/transaction.ts'

/**
 * SQL condition on a user: it is the caller, or an account with the same e-mail address or phone number.
 * @param userId column of the user's id
 */
export const isOneself = ({ userId: caller }: Pick<Caller, 'userId'>, userId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (
    select from app_user me join app_user person on person.id = ${sql.ref(userId)}
    where me.id = ${caller} and (me.id = person.id or me.email_key = person.email_key
      or me.phone <> '' and me.phone = person.phone))`

/** A member of a tenant. */
export interface Member {
  readonly userId: string
  readonly fullName: string
  /** Whether the member is the caller. */
  readonly isOneself: boolean
}

/** Finds a member of a tenant that `checkWritable` has accepted. */
export const findMember = (
  trx: Trx,
  caller: Pick<Caller, 'userId'>,
  { tenantId, tenantUserId }: { readonly tenantId: string; readonly tenantUserId: string },
): Promise<Member | undefined> =>
  trx
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select(['tenantUser.userId', 'appUser.fullName'])
    .select(sql<boolean>`${isOneself(caller, 'tenant_user.user_id')}`.as('isOneself'))
    .where('tenantUser.tenantId', '=', tenantId)
    .where('tenantUser.id', '=', tenantUserId)
    .executeTakeFirst()
