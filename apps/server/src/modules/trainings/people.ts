import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../platform/caller/caller.ts'
import { nameIn } from '../../platform/crud/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { isActiveMember } from '../access/index.ts'

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

/** SQL for the access of active members to studies in products, with the grants by which they work as `applied`. */
export const memberAccess = sql`(
  select study_user.tenant_id, study_user.study_url_id, tenant_user.id as member_id, tenant_user.user_id,
    applied_grants(a) as applied, case when a.untrained_since is not null then a.grants end as waiting,
    study.study_name as study, ${nameIn('zh', 'software.softwareName')} as zh,
    ${nameIn('en', 'software.softwareName')} as en
  from study_user
  join tenant_user on tenant_user.tenant_id = study_user.tenant_id and tenant_user.id = study_user.tenant_user_id
    and ${isActiveMember()}
  join study_url on study_url.tenant_id = study_user.tenant_id and study_url.id = study_user.study_url_id
  join study on study.tenant_id = study_url.tenant_id and study.id = study_url.study_id
  join software on software.id = study_url.software_id
  left join product_authorization a on a.tenant_id = study_user.tenant_id
    and a.study_url_id = study_user.study_url_id and a.tenant_user_id = study_user.tenant_user_id)`
