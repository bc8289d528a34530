import { type Kysely, sql } from 'kysely'

export const inTransaction = false

/** Tables with images, and the kinds of their rows. */
const tables = [
  ['role', 'role'],
  ['software', 'product'],
  ['tenant', 'tenant'],
  ['study', 'study'],
  ['study_site', 'site'],
  ['study_url', 'link'],
  ['app_user', 'user'],
  ['tenant_user', 'member'],
  ['invitation', 'invitation'],
  ['study_user', 'authorization'],
  ['product_authorization', 'grant'],
] as const

/** Number of rows of one event. */
const chunk = 200

/**
 * Adds the images of the access that there is, and then the event from which on access can be rebuilt. Each chunk locks
 * its rows, so that its images are not older than those of a transaction that has not ended yet. If it is interrupted,
 * it adds the images again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } =
    await sql`select from tenant where id <> '0' union all select from app_user limit 1`.execute(db)
  if (rows.length === 0) return
  for (const [table, kind] of tables) {
    let last: { tenant: string; id: string } | undefined = { tenant: '', id: '' }
    while (last) last = await addNext(db, table, kind, last)
  }
  await db.transaction().execute(async (trx) => {
    await sql`set local role atrium_system`.execute(trx)
    await sql`insert into audit_event (id, tenant_id, call, entity, entity_id)
      values (${await newId(trx)}, '0', 'access-baseline', 'access', 'baseline')`.execute(trx)
  })
}

async function newId(trx: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select new_event_id() as id`.execute(trx)
  return rows[0]?.id ?? ''
}

/** Adds the images of the next rows of a table. @returns the last of them, if there may be more */
const addNext = (
  db: Kysely<unknown>,
  table: (typeof tables)[number][0],
  kind: (typeof tables)[number][1],
  after: { readonly tenant: string; readonly id: string },
) =>
  db.transaction().execute(async (trx) => {
    const ofTenant = !['role', 'product', 'tenant', 'user'].includes(kind)
    const tenant = ofTenant ? sql`r.tenant_id` : kind === 'tenant' ? sql`r.id` : sql`'0'`
    const order = ofTenant ? sql`r.tenant_id, r.id` : sql`r.id`
    const position = ofTenant
      ? sql`(r.tenant_id, r.id) > (${after.tenant}, ${after.id})`
      : sql`r.id > ${after.id}`
    const person = kind === 'member' ? sql`r.user_id` : sql`null::text`
    const withPerson = kind === 'member' ? sql`join app_user on app_user.id = r.user_id` : sql``
    // Only the owner may lock rows that the server does not change.
    const { rows } = await sql<{ tenant: string; id: string; person: string | null }>`
      select ${tenant} as tenant, r.id, ${person} as person from ${sql.table(table)} r ${withPerson}
      where ${position} order by ${order} limit ${chunk} for share`.execute(trx)
    const noted = rows.flatMap(({ tenant, id, person }) => [
      [tenant, kind, id],
      ...(person === null ? [] : [[tenant, 'person', person]]),
    ])
    if (noted.length > 0) {
      await sql`insert into access_change (transaction, noted)
        values (pg_current_xact_id(), ${noted.map((row) => JSON.stringify(row)).join(',')})`.execute(trx)
      await sql`set local role atrium_system`.execute(trx)
      await sql`insert into audit_event (id, tenant_id, call, entity)
        values (${await newId(trx)}, ${rows.every((row) => row.tenant === rows[0]?.tenant) ? rows[0]?.tenant : '0'},
          'access-baseline', 'access')`.execute(trx)
    }
    return rows.length === chunk ? rows.at(-1) : undefined
  })
