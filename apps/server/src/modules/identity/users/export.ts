import { codes, type RequestOf, userExport } from '@atrium/contract'
import { sql } from 'kysely'
import { searched } from '../../../platform/database/search-plan.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { handleExport } from '../../../platform/export/export.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { type ChosenUsers, exportColumns, exportedUsers, readNames } from './export-columns.ts'
import { listedUsers, userSearches } from './list.ts'

interface Choice {
  readonly users: ChosenUsers
  readonly count: number
  /** Details of the export for the audit trail. */
  readonly asked: object
}

const countOf = async (users: ChosenUsers): Promise<number> =>
  (await users.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count

/**
 * Returns the users to export.
 * @throws Rejection 404 if one of the selected users does not exist
 */
async function chooseUsers(trx: Trx, input: RequestOf<typeof userExport>): Promise<Choice> {
  const { all, userIds, ...filters } = input
  if (all) {
    const users = await searched(listedUsers(trx, filters), userSearches(filters))
    return { users, count: await countOf(users), asked: { all, ...filters } }
  }
  const ids = [...new Set(userIds)]
  const users = trx.selectFrom('appUser').where('appUser.id', '=', sql<string>`any(${ids})`)
  const count = await countOf(users)
  if (count < ids.length) reject(codes.notFound)
  return { users, count, asked: { all, userIds: ids } }
}

/** POST /sys/user/export. */
export const userExportRoute = handleExport(userExport, {
  fileName: 'users',
  entity: 'app_user',
  list: async ({ input, trx, language, t, services }) => {
    const { timeZone } = services.profile
    const { users, count, asked } = await chooseUsers(trx, input)
    return {
      name: t('user.export.users'),
      columns: exportColumns(t, await readNames(trx, language), timeZone),
      rows: exportedUsers(users, timeZone),
      count,
      asked,
    }
  },
})
