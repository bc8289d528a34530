/**
 * The OpenID provider: exchanges of codes by 16 callers, and time and statements of the sign-ins to a first and a
 * second product. Options: `--rounds N` of exchanges (3 by default), `--codes N` of a round (1000), `--users N` (200),
 * `--md` to write results.md.
 */
import { parseArgs } from 'node:util'
import { withCallers } from '../lib/client/index.ts'
import { withDataFolder } from '../lib/data-folder.ts'
import { withDatabase } from '../lib/database.ts'
import { describeMachine } from '../lib/machine.ts'
import { publish } from '../lib/results.ts'
import { withAdministrator } from '../lib/suite/index.ts'
import { passes } from '../lib/verdict.ts'
import { seedUsers } from '../sign-in/users.ts'
import {
  browsersOf,
  countSignIns,
  exchangeCallers,
  exchangeRounds,
  timeSignIns,
  withConnections,
} from './measure.ts'
import { issuerOf } from './product.ts'
import { checkIdentity, identityReport } from './report.ts'
import { seedProducts } from './seed.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    codes: { type: 'string', default: '1000' },
    users: { type: 'string', default: '200' },
    md: { type: 'boolean' },
  },
})
const users = Number(values.users)
/** Numbers of further users, whose sign-ins only warm up, or whose statements are counted. */
const [warmingUp, counted] = [20, 20]

await withDataFolder((dataDir) =>
  withAdministrator({ dataDir }, 1, ([admin], { url, pid }) =>
    withDatabase(dataDir, async ({ owner, version }) => {
      if (!admin) throw new Error('There is no signed-in administrator')
      await seedUsers(owner, users + warmingUp + counted)
      const products = await seedProducts(owner, admin, await issuerOf(url))
      const browsers = await withCallers(url, 1, ([caller]) => {
        if (!caller) throw new Error('There is no caller to sign in')
        return browsersOf(caller, users + warmingUp + counted)
      })
      await withConnections(url, exchangeCallers, async (connections) => {
        const [connection] = connections
        if (!connection) throw new Error('There is no connection')
        const measuredUsers = browsers.slice(warmingUp + counted)
        await timeSignIns(connection, browsers.slice(0, warmingUp), products)
        const times = await timeSignIns(connection, measuredUsers, products)
        const signed = { connections, browsers: measuredUsers, product: products[1], pid, dataDir }
        const exchanges = await exchangeRounds(signed, Number(values.rounds), Number(values.codes))
        const newUsers = browsers.slice(warmingUp, warmingUp + counted)
        const statements = await countSignIns(owner, connection, newUsers, products)
        const measured = { exchanges, statements, times }
        await publish('identity/results.md', identityReport(describeMachine([version]), measured))
        if (!checkIdentity(measured).every(passes)) process.exitCode = 1
      })
    }),
  ),
)
