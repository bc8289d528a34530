import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import unhomoglyph from 'unhomoglyph'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, rejectField } from '../../../platform/http/rejection.ts'
import { plainUserName, userNameKey } from './keys.ts'

/** Returns the skeleton of a text (UTS 39). Texts that look alike have the same skeleton. */
const skeleton = (text: string): string => unhomoglyph(text.normalize('NFD')).normalize('NFD')

/**
 * Returns the case-insensitive skeleton. It is computed again after lower-casing, because small letters have other
 * look-alikes than capitals.
 */
const folded = (text: string): string => skeleton(skeleton(text).toLowerCase()).toLowerCase()

/** Returns the skeletons of a user name, in lower case and as typed if different: 'PauI' looks like 'Paul'. */
export const userNameLooks = (userName: string): string[] => [
  ...new Set([folded(userNameKey(userName)), folded(plainUserName(userName))]),
]

/** Returns the text that reserves the skeleton of a pseudonymised person's name, so that it is never given again. */
const reservedLook = (look: string): string =>
  `sha256:${createHash('sha256').update(`atrium ${look}`).digest('hex')}`

/** Returns an issue if a new user name looks like another user's. Equal names are checked elsewhere. */
export async function lookAlikeIssues<Field extends string>(
  trx: Trx,
  field: Field,
  userName: string,
): Promise<FieldIssue<Field>[]> {
  const looks = userNameLooks(userName)
  const found = await trx
    .selectFrom('userNameLook')
    .innerJoin('appUser', 'appUser.id', 'userNameLook.userId')
    .select('userNameLook.userId')
    .where('userNameLook.look', '=', sql<string>`any(${[...looks, ...looks.map(reservedLook)]})`)
    .where('appUser.userNameKey', '<>', userNameKey(userName))
    .limit(1)
    .executeTakeFirst()
  return found ? [fieldIssue(field, 'rule.lookAlike')] : []
}

/**
 * Stores the skeletons of a new user's name.
 * @returns false if another user already has a similar name
 */
export async function noteUserNameLooks(trx: Trx, userId: string, userName: string): Promise<boolean> {
  // A fixed order prevents deadlocks between parallel inserts.
  const looks = userNameLooks(userName).sort()
  const noted = await trx
    .insertInto('userNameLook')
    .values(looks.map((look) => ({ look, userId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('look')
    .execute()
  return noted.length === looks.length
}

/** Replaces the skeletons of a user's name by texts that only reserve them. */
export async function reserveUserNameLooks(trx: Trx, userId: string): Promise<void> {
  const rows = await trx.selectFrom('userNameLook').select('look').where('userId', '=', userId).execute()
  for (const { look } of rows)
    await trx
      .updateTable('userNameLook')
      .set({ look: reservedLook(look) })
      .where('look', '=', look)
      .execute()
}

/**
 * Reserves the skeletons of a new user's name.
 * @throws Rejection on the field if another user has a similar name
 */
export async function keepUserNameLooks(
  trx: Trx,
  field: string,
  { id, userName }: { readonly id: string; readonly userName: string },
): Promise<void> {
  if (!(await noteUserNameLooks(trx, id, userName))) rejectField(field, 'rule.lookAlike')
}
