import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'

/*
 * Whose reports can roll a release back for everybody. Somebody who wants that by made-up failures can get any number
 * of network addresses, sessions and accounts, so the rule counts what one person cannot get alone:
 *
 * 1. Reports of visitors who are not signed in never count: a /48 network alone has 65,536 addresses of /64.
 * 2. An account counts from the day after it was added: by then an alarm has been on the screen for long.
 * 3. All accounts of one origin count as one. The origin of an account is the person who invited or added it, the
 * person who invited or added that one, and so on. The chain ends below people whose system role has the menu of
 * modules: they can roll a release back by hand, so that made-up accounts gain them nothing.
 * 4. The failures reach beyond one tenant: leaving out any one tenant, there is still an account for which the release
 * failed. Within a tenant, its administrators can become anybody by choosing their passwords. An account without a
 * tenant counts only with a system role: otherwise administrators could first remove one of theirs from the tenant.
 *
 * The profile (`modules.rollback`) has the number of origins, and the share of their accounts. Alarms count everybody,
 * because they change nothing.
 */

/** An account that counts towards a rollback. */
export interface Independent {
  readonly origin: string
  readonly tenants: readonly string[]
}

/** In SQL, whether an account can roll releases back by hand. */
const mayRollBack = (userId: string) => sql`exists (
  select from open_role held where held.user_id = ${sql.ref(userId)} and held.tenant_id = '0' and (held.super_admin
    or exists (select from role_menu join open_menu on open_menu.id = role_menu.menu_id
      where role_menu.role_id = held.role_id and open_menu.code = 'module')))`

/** How far back a chain of invitations is followed. */
const maxChain = 1000

/** Of some users those that count towards a rollback (rules 2 to 4), by their ids. */
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

/** For whom a release loaded or failed lately. */
export interface Reporters {
  /** Accounts that it came to, and those of them for which it failed. */
  readonly seen: number
  readonly failed: number
  /** The same of network addresses from which nobody was signed in. */
  readonly addresses: number
  readonly failedAddresses: number
  /** Origins with an account for which it failed. */
  readonly failedOrigins: number
  /** The part of an origin's accounts for which it failed, in percent, averaged over all origins that it came to. */
  readonly failedPercentage: number
  /** Whether the failures reach beyond one tenant. */
  readonly beyondTenant: boolean
}

/**
 * Counts for whom a release loaded or failed within the last minutes and since the last change of its module:
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
  if (!counts) throw new Error('an aggregate without a row')
  return counts
}
