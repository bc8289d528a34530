/**
 * Plain calls against the same calls of another commit, by turns in one run.
 * Options: `--against COMMIT` (the one before by default), `--rounds N` (5), `--seconds N` of each load (2), `--md` to
 * renew docs/performance.md.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withCheckout } from '../lib/checkout.ts'
import { withDataFolder } from '../lib/data-folder.ts'
import { withDatabase } from '../lib/database.ts'
import { publish } from '../lib/document.ts'
import { describeMachine } from '../lib/machine.ts'
import { withAdministrator } from '../lib/suite/index.ts'
import { passes } from '../lib/verdict.ts'
import { seedUsers } from '../sign-in/users.ts'
import { generateTenants } from '../tenants/generate.ts'
import { seedTenants } from '../tenants/seed.ts'
import { callers, measureRounds, type Server } from './measure.ts'
import { callsReport, checkCalls } from './report.ts'

const { values } = parseArgs({
  options: {
    against: { type: 'string', default: 'HEAD~1' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    md: { type: 'boolean' },
  },
})
const users = 5000
const tenants = 5000
const here = join(import.meta.dirname, '../..')

/** A server of a working tree, with users and tenants to list. */
const withServer = <T>(tree: string, work: (server: Server) => Promise<T>): Promise<T> =>
  withDataFolder((dataDir) =>
    withAdministrator({ tree, dataDir }, callers, (connections, { pid }) =>
      withDatabase(dataDir, async ({ owner, version }) => {
        await seedUsers(owner, users)
        await seedTenants(owner, generateTenants(tenants))
        return work({ connections, pid, dataDir, version })
      }),
    ),
  )

await withCheckout(values.against, (before) =>
  withServer(before, (former) =>
    withServer(here, async (present) => {
      const rounds = await measureRounds(
        { former, present },
        Number(values.rounds),
        Number(values.seconds) * 1000,
      )
      await publish('calls', {
        summary: callsReport(describeMachine([present.version]), values.against, rounds),
      })
      if (!checkCalls(rounds).every(passes)) process.exitCode = 1
    }),
  ),
)
