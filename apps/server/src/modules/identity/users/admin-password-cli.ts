import { print, runCommand } from '../../../platform/config/command.ts'
import { readOperatorConfig } from '../../../platform/config/operator.ts'
import { readProfile } from '../../../platform/config/profile.ts'
import { openExisting } from '../../../platform/database/index.ts'
import { program } from '../../../platform/observability/program.ts'
import { administratorName } from '../../access/index.ts'
import { randomPassword } from '../passwords/index.ts'
import { resetByOperator } from './admin-password.ts'

const usage = `Resets the password of a platform administrator, ends their sessions and unlocks their account.
Usage: ${program} admin:password [user name]
  user name  ${administratorName} by default
The new password is ADMIN_PASSWORD, or a random one that is printed once. The command connects to the server's database:
DATABASE_URL, or DATA_DIR. The server may be running.
`

await runCommand({
  usage,
  options: {},
  words: 1,
  run: async (_values, [userName = administratorName]) => {
    const config = await readOperatorConfig()
    const password = config.ADMIN_PASSWORD ?? randomPassword()
    const profile = await readProfile(config.PROFILE)
    const database = await openExisting(config)
    try {
      await resetByOperator(database.db, { userName, password, operator: config.operator, profile })
    } finally {
      await database.close()
    }
    const shown = config.ADMIN_PASSWORD === undefined ? password : 'ADMIN_PASSWORD'
    print(`密码已重设 / The password has been reset:\n  ${userName}  ${shown}`)
    return 0
  },
})
