import { sql } from 'kysely'
import unhomoglyph from 'unhomoglyph'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, rejectField } from '../../../platform/http/rejection.ts'
import { plainUserName, userNameKey } from './keys.ts'

/** The skeleton of a text (UTS 39): texts that look alike have the same one. */
const skeleton = (text: string): string => unhomoglyph(text.normalize('NFD')).normalize('NFD')

/**
 * The skeleton without regard to case. Computed again after lower-casing, because small letters resemble others than
 * capitals do.
 */
const folded = (text: string): string => skeleton(skeleton(text).toLowerCase()).toLowerCase()

/** The skeletons of a user name in lower case and, if different, as typed: 'PauI' looks like 'Paul'. */
export const userNameLooks = (userName: string): string[] => [
  ...new Set([folded(userNameKey(userName)), folded(plainUserName(userName))]),
]

/** Returns the rejection of a new user name that looks like another user's. The same name is another check. */
export async function lookAlikeIssues<Field extends string>(
  trx: Trx,
  field: Field,
  userName: string,
): Promise<FieldIssue<Field>[]> {
  const found = await trx
    .selectFrom('userNameLook')
    .innerJoin('appUser', 'appUser.id', 'userNameLook.userId')
    .select('userNameLook.userId')
    .where('userNameLook.look', '=', sql<string>`any(${userNameLooks(userName)})`)
    .where('appUser.userNameKey', '<>', userNameKey(userName))
    .limit(1)
    .executeTakeFirst()
  return found ? [fieldIssue(field, 'rule.lookAlike')] : []
}

/**
 * Stores the skeletons of a new user's name.
 * @returns false if somebody with a similar name was there before
 */
export async function noteUserNameLooks(trx: Trx, userId: string, userName: string): Promise<boolean> {
  // In one order, so that two who come at once do not wait for each other.
  const looks = userNameLooks(userName).sort()
  const noted = await trx
    .insertInto('userNameLook')
    .values(looks.map((look) => ({ look, userId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('look')
    .execute()
  return noted.length === looks.length
}

/** Reserves the skeletons of a new user's name. @throws Rejection on the field if somebody else was faster */
export async function keepUserNameLooks(
  trx: Trx,
  field: string,
  { id, userName }: { readonly id: string; readonly userName: string },
): Promise<void> {
  if (!(await noteUserNameLooks(trx, id, userName))) rejectField(field, 'rule.lookAlike')
}
