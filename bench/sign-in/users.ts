import { hashPassword } from '@atrium/server/passwords'
import type { ClientBase } from 'pg'

/** Password of every user of the benchmark. */
export const password = 'Benchmark2026'

export const userNameOf = (index: number): string => `bench.user.${index}`

/**
 * Creates users who can sign in; enough that no counter of failures or of a single user's sign-ins takes effect.
 * @param owner a connection of the schema's owner
 */
export async function seedUsers(owner: ClientBase, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => userNameOf(index))
  await owner.query(
    `insert into app_user (id, full_name, user_name, user_name_key, password_hash, password_changed_at)
     select uuidv7()::text, name, name, name, $2, now() from unnest($1::text[]) as name`,
    [names, await hashPassword(password)],
  )
  await owner.query('vacuum analyze app_user')
}
