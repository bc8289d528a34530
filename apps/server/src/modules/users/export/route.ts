import { userExport } from '@atrium/contract'
import { openSnapshot } from '../../../database/snapshot.ts'
import { handleDownload } from '../../../http/index.ts'
import { chooseUsers } from './choose.ts'
import { exportColumns } from './columns.ts'
import { readNames } from './names.ts'
import { readUsers } from './rows.ts'
import { takePlace } from './slots.ts'
import { type NextRows, zippedWorkbook } from './workbook/index.ts'

/** Today, as yyyy-MM-dd. */
const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format()

/** POST /sys/user/export. */
export const userExportRoute = handleDownload(
  userExport,
  async ({ input, caller, as, language, t, services, system }) => {
    const { timeZone } = services.profile
    const snapshot = await openSnapshot(services.db, as)
    try {
      await takePlace(snapshot.trx, caller.userId)
      const { users, count, asked } = await chooseUsers(snapshot.trx, input)
      await system(async (_trx, audit) =>
        audit({ entity: 'app_user', entityId: 'export', after: { ...asked, count } }),
      )
      const columns = exportColumns(t, await readNames(snapshot.trx, language), timeZone)
      const reader = readUsers(users, timeZone)
      const close = async () => {
        await reader.close()
        await snapshot.close()
      }
      let left = count
      const next: NextRows = async (most) => {
        const found = left > 0 ? await reader.next(most) : []
        left -= found.length
        // Before the last bytes leave, so that whoever has them may begin the next export.
        if (left === 0) await close()
        return found.map((user) => columns.map(({ textOf }) => textOf(user)))
      }
      const fileName = `users-${todayIn(timeZone)}`
      const table = { name: t('export.users'), columns, rowCount: count, next }
      const archive = await zippedWorkbook(table, `${fileName}.xlsx`)
      archive.content.once('close', () => void close())
      return { ...archive, fileName: `${fileName}.zip`, mediaType: 'application/zip' }
    } catch (error) {
      await snapshot.close()
      throw error
    }
  },
)
