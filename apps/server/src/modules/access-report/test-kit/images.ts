import { sql } from 'kysely'
import type { TestDatabase } from '../../../../test-support/index.ts'

/** Images of access by tenant and key, such as 'member:…'. */
export type Images = Readonly<Record<string, unknown>>

/** Returns all images of access: of the tables, or rebuilt from the trail for an instant. */
export async function imagesOf({ owner }: TestDatabase, instant: string | null): Promise<Images> {
  return owner.transaction().execute(async (trx) => {
    await sql`set local role atrium_system`.execute(trx)
    const { rows } = await sql<{ images: Images }>`
      select coalesce(jsonb_object_agg(tenant_id || ' ' || kind || ':' || id, image), '{}') as images
      from access_at(array(select id from tenant), ${instant}::timestamptz)`.execute(trx.withoutPlugins())
    return rows[0]?.images ?? {}
  })
}

/** Returns the database's time, with microseconds. */
export async function clockOf({ owner }: TestDatabase): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(owner)
  return rows[0]?.now ?? ''
}

/** Returns the keys of images that differ. */
export const differences = (one: Images, other: Images): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]),
  )
