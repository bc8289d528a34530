import pg from 'pg'

/** Reads all rows of a database's tables as JSON text, by table. */
export async function rowsOf(url: string): Promise<Map<string, string[]>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class where relkind in ('r', 'p') and not relispartition
        and relnamespace = 'public'::regnamespace order by 1`,
    )
    const found = new Map<string, string[]>()
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from public.${name} t order by 1`,
      )
      found.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return found
  } finally {
    await client.end()
  }
}
