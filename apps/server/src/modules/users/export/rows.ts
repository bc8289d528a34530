import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../../../database/index.ts'

/** How many users the database sends at a time. */
const chunkSize = 100

/** Some of the users, without columns, order or paging. */
export type ChosenUsers = SelectQueryBuilder<Database, 'appUser', object>

/**
 * What the workbook says of users, the latest first, as the list has them. Without joins: the names of roles and
 * regions are looked up beside it, so that no wrong guess of how many users match makes the plan slow.
 */
const exported = (chosen: ChosenUsers, timeZone: string) =>
  chosen
    .select(['appUser.fullName', 'appUser.userName', 'appUser.email', 'appUser.emailValid', 'appUser.phone'])
    .select(['appUser.roleId', 'appUser.status', 'appUser.userType', 'appUser.sex', 'appUser.birthday'])
    .select(['appUser.language', 'appUser.countryId', 'appUser.provinceId', 'appUser.cityId'])
    .select(['appUser.org', 'appUser.remark'])
    .select(
      sql<string>`to_char(app_user.created_at at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`.as(
        'createTime',
      ),
    )
    .orderBy('appUser.createdAt', 'desc')
    .orderBy('appUser.id', 'desc')

/** A user as they are read for the workbook. */
export type ExportedUser = Awaited<ReturnType<ReturnType<typeof exported>['execute']>>[number]

/** Reads users through a cursor, so that few of them are here at a time. */
export interface UserReader {
  /** The next ones, so many at most; none where there are no more. */
  readonly next: (most: number) => Promise<ExportedUser[]>
  /** To be called before the transaction ends. */
  readonly close: () => Promise<void>
}

/**
 * Begins to read users.
 * @param timeZone in which instants are told
 */
export function readUsers(chosen: ChosenUsers, timeZone: string): UserReader {
  const users = exported(chosen, timeZone).stream(chunkSize)
  return {
    next: async (most) => {
      const found: ExportedUser[] = []
      while (found.length < most) {
        const { value, done } = await users.next()
        if (done) break
        found.push(value)
      }
      return found
    },
    close: async () => void (await users.return?.()),
  }
}
