/**
 * Sign-ins per second compared with the limit of the password hash, their effect on other calls, and whether the time
 * of a rejection discloses which user names exist. Options: `--rounds N` (3 by default), `--seconds N` of each load
 * (8), `--md` to write results.md.
 */
import { parseArgs } from 'node:util'
import { withCallers } from '../lib/client/index.ts'
import { withDataFolder } from '../lib/data-folder.ts'
import { withDatabase } from '../lib/database.ts'
import { describeMachine } from '../lib/machine.ts'
import { publish } from '../lib/results.ts'
import { withAdministrator } from '../lib/suite/index.ts'
import { passes } from '../lib/verdict.ts'
import { generateTenants } from '../tenants/generate.ts'
import { seedTenants } from '../tenants/seed.ts'
import { signInCallers } from './loads.ts'
import { measureRounds } from './measure.ts'
import { timeNames } from './names.ts'
import { checkSignIns, signInReport } from './report.ts'
import { seedUsers } from './users.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    md: { type: 'boolean' },
  },
})
const users = 5000
const tenants = 5000
const listCallers = 4

await withDataFolder((dataDir) =>
  withAdministrator({ dataDir }, listCallers, (listing, { url }) =>
    withDatabase(dataDir, async ({ owner, version }) => {
      await seedUsers(owner, users)
      await seedTenants(owner, generateTenants(tenants))
      const rounds = await withCallers(url, signInCallers, (signingIn) =>
        measureRounds({ signingIn, listing }, users, Number(values.rounds), Number(values.seconds) * 1000),
      )
      const names = await withCallers(url, 1, async ([caller]) => {
        if (!caller) throw new Error('There is no caller for the wrong passwords')
        return timeNames(caller, await caller.loginKey(), users)
      })
      await publish('sign-in/results.md', {
        summary: signInReport(describeMachine([version]), rounds, names),
      })
      if (!checkSignIns(rounds, names).every(passes)) process.exitCode = 1
    }),
  ),
)
