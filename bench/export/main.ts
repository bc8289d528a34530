/**
 * Export of 1,000,000 users: the server's memory and time. Uses the database that `bench/users` keeps. Options:
 * `--users N`, `--rounds N` (3 by default), `--md` to write results.md.
 */
import { parseArgs } from 'node:util'
import { type Caller, withCallers } from '../lib/client/index.ts'
import { keptFolder } from '../lib/data-folder.ts'
import { withDatabase } from '../lib/database.ts'
import { describeMachine } from '../lib/machine.ts'
import { publish } from '../lib/results.ts'
import { adminPassword, startSuite } from '../lib/suite/index.ts'
import { passes } from '../lib/verdict.ts'
import { seedOnce, seedVersion } from '../users/seed.ts'
import { type Measured, measureExport } from './measure.ts'
import { checkExports, exportReport } from './report.ts'

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    tenants: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    md: { type: 'boolean' },
  },
})
const amounts = { users: Number(values.users), tenants: Number(values.tenants) }

const dataDir = await keptFolder(`bench-users-${seedVersion}-${amounts.users}-${amounts.tenants}`)

/** Creates the database unless it exists, with a server that is stopped before the measurement. */
async function prepare(): Promise<string> {
  const suite = await startSuite({ dataDir, adminPassword })
  try {
    return await withDatabase(dataDir, async ({ owner, version }) => {
      await seedOnce(owner, amounts)
      return version
    })
  } finally {
    await suite.stop()
  }
}

async function rounds(pid: number, [exporter, lister]: readonly Caller[]): Promise<Measured[]> {
  const all: Measured[] = []
  if (!exporter || !lister) throw new Error('There is no signed-in caller')
  const count = Number(values.rounds)
  for (let round = 1; round <= count; round += 1) {
    const measured = await measureExport(exporter, pid, round === count ? lister : undefined)
    process.stderr.write(`${round}: ${measured.max.toFixed(0)} MB, ${(measured.total / 1000).toFixed(1)} s\n`)
    all.push(measured)
  }
  return all
}

const version = await prepare()
const suite = await startSuite({ dataDir, adminPassword })
try {
  const all = await withCallers(suite.url, 2, async (callers) => {
    for (const caller of callers) await caller.signIn('admin', adminPassword)
    return rounds(suite.pid, callers)
  })
  await publish('export/results.md', {
    summary: exportReport(describeMachine([version]), amounts.users, all),
  })
  if (!checkExports(all).every(passes)) process.exitCode = 1
} finally {
  await suite.stop()
}
