import { type Kysely, sql } from 'kysely'
import unhomoglyph from 'unhomoglyph'
import { grant } from './grant.ts'

const skeleton = (text: string): string => unhomoglyph(text.normalize('NFD')).normalize('NFD')
const folded = (text: string): string => skeleton(skeleton(text).toLowerCase()).toLowerCase()

/** How a name looks as it is typed and in lower case. */
const looksOf = (userName: string): string[] => {
  const name = userName.trim().normalize('NFKC')
  return [...new Set([folded(name.toLowerCase()), folded(name)])]
}

/** Rows at a time. */
const batch = 10_000

/**
 * What user names look like, so that no new one looks like another. They stand apart from the users: to rewrite a
 * million rows with all their indexes would take minutes. Of names that look alike already the older one has the look,
 * and all of them stay as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table user_name_look (
    look text primary key,
    user_id text not null references app_user (id)
  )`.execute(db)
  await sql`create index user_name_look_user_id on user_name_look (user_id)`.execute(db)
  await grant(db, 'user_name_look', {
    atrium_platform: ['select', 'insert'],
    atrium_system: ['select', 'insert'],
  })
  // Row-level security of users holds for the owner too.
  await sql`set local role atrium_system`.execute(db)
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string; userName: string }>`
      select id, user_name as "userName" from app_user where id > ${last} order by id limit ${batch}`.execute(
      db,
    )
    const looks = rows.flatMap(({ id, userName }) => looksOf(userName).map((look) => ({ id, look })))
    await sql`insert into user_name_look (look, user_id)
      select * from unnest(${looks.map(({ look }) => look)}::text[], ${looks.map(({ id }) => id)}::text[])
      on conflict do nothing`.execute(db)
    const end = rows.at(-1)
    if (!end || rows.length < batch) break
    last = end.id
  }
  await sql`reset role`.execute(db)
}
