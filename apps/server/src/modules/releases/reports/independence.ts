import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'

/*
 * Rules for the reports that can roll a release back for all users. An attacker who wants a rollback by made-up
 * failures can get any number of network addresses, sessions and accounts. The rules therefore count only what one
 * person cannot get alone:
 *
 * 1. Reports of visitors who are not signed in never count: a /48 network alone has 65,536 addresses of /64.
 * 2. An account counts from one day after it was added. By then an alarm has been on the screen for a long time.
 * 3. All accounts of one origin count as one. The origin of an account is the person who invited or added it, the
 * person who invited or added that person, and so on. The chain ends below people whose system role has the menu of
 * modules: they can roll a release back by hand, so they gain nothing from made-up accounts.
 * 4. The failures must reach beyond one tenant: without any one tenant, at least one failing account must remain. Within
 * a tenant, its administrators can sign in as any user by setting the password. An account without a tenant counts
 * only with a system role. Otherwise administrators could remove an account from their tenant to make it count.
 *
 * The profile (`modules.rollback`) sets the number of origins and the percentage of their accounts. Alarms count all
 * reporters, because they change nothing.
 */

/** Account that counts towards a rollback. */
export interface Independent {
  readonly origin: string
  readonly tenants: readonly string[]
}

/** SQL condition: the account can roll releases back by hand. */
const mayRollBack = (userId: string) => sql`exists (
  select from open_role held where held.user_id = ${sql.ref(userId)} and held.tenant_id = '0' and (held.super_admin
    or exists (select from role_menu join open_menu on open_menu.id = role_menu.menu_id
      where role_menu.role_id = held.role_id and open_menu.code = 'module')))`

/** Maximum length of a chain of invitations. */
const maxChain = 1000

/** Returns, by id, those of the users whose accounts count towards a rollback (rules 2 to 4). */
export async function independentUsers(
  trx: Trx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Independent>> {
  const { rows } = await sql<Independent & { readonly id: string }>`
    with recursive chain as (
      select id, id as origin, added_by, 0 as step from app_user
      where id = any(${userIds}) and created_at <= now() - interval '1 day'
        and (role_id is not null or exists (select from tenant_user where user_id = app_user.id))
      union all
      select chain.id, adder.id, adder.added_by, step + 1 from chain join app_user adder on adder.id = chain.added_by
      where step < ${sql.lit(maxChain)} and not ${mayRollBack('adder.id')}
    )
    select distinct on (id) id, origin,
      array(select tenant_id from tenant_user where user_id = chain.id order by 1) as tenants
    from chain order by id, step desc`.execute(trx)
  return new Map(rows.map(({ id, ...user }) => [id, user]))
}

interface Release {
  readonly name: string
  readonly version: string
}

/** Recent reporters of a release, by success or failure. */
export interface Reporters {
  /** Number of accounts that got the release, and for which it failed. */
  readonly seen: number
  readonly failed: number
  /** Number of network addresses of visitors without a session, and of those for which the release failed. */
  readonly addresses: number
  readonly failedAddresses: number
  /** Number of origins with an account for which the release failed. */
  readonly failedOrigins: number
  /** Percentage of an origin's accounts for which the release failed, averaged over all origins that got it. */
  readonly failedPercentage: number
  /** Whether the failures reach beyond one tenant. */
  readonly beyondTenant: boolean
}

/**
 * Counts the reporters of a release within the last minutes and since the last change of its module, so that
 * activating it again restarts the count.
 */
export async function countReporters(
  trx: Trx,
  { name, version }: Release,
  minutes: number,
  since: Date,
): Promise<Reporters> {
  const from = sql`greatest(now() - make_interval(mins => ${minutes}::int), ${since}::timestamptz)`
  const { rows } = await sql<Reporters>`
    with reported as (
      select signed_in, origin, tenants, coalesce(failed_at >= ${from}, false) as failed from release_person
      where name = ${name} and version = ${version} and seen_at >= ${from}
    ), by_origin as (
      select bool_or(failed) as failed, avg(failed::int) as part from reported where origin is not null group by origin
    ), independent as (
      select tenants from reported where failed and origin is not null
    )
    select count(*) filter (where signed_in)::int as seen,
      count(*) filter (where signed_in and failed)::int as failed,
      count(*) filter (where not signed_in)::int as addresses,
      count(*) filter (where not signed_in and failed)::int as "failedAddresses",
      (select count(*) filter (where failed) from by_origin)::int as "failedOrigins",
      (select coalesce(avg(part) * 100, 0) from by_origin)::float8 as "failedPercentage",
      not exists (select from independent, unnest(tenants) tenant group by tenant
        having count(*) = (select count(*) from independent)) as "beyondTenant"
    from reported`.execute(trx)
  const [counts] = rows
  if (!counts) throw new Error('the aggregate query returned no row')
  return counts
}
