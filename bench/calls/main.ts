/**
 * Compares plain calls with the same calls of another commit, or without traces, by turns in one run. Options:
 * `--against COMMIT` (the previous one by default), `--traces` to compare this commit with itself while one server
 * sends traces, `--rounds N` (5), `--seconds N` of each load (2), `--md` to write results.md or results-traces.md.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { withCheckout } from '../lib/checkout.ts'
import { withDataFolder } from '../lib/data-folder.ts'
import { withDatabase } from '../lib/database.ts'
import { describeMachine } from '../lib/machine.ts'
import { publish } from '../lib/results.ts'
import { type SuiteOptions, withAdministrator } from '../lib/suite/index.ts'
import { passes } from '../lib/verdict.ts'
import { seedUsers } from '../sign-in/users.ts'
import { generateTenants } from '../tenants/generate.ts'
import { seedTenants } from '../tenants/seed.ts'
import { callers, measureRounds, type Server } from './measure.ts'
import { type Comparison, callsReport, checkCalls, withCommit, withTraces } from './report.ts'

const { values } = parseArgs({
  options: {
    against: { type: 'string', default: 'HEAD~1' },
    traces: { type: 'boolean' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    md: { type: 'boolean' },
  },
})
const users = 5000
const tenants = 5000

/** Runs some work with a server that has users and tenants to list. */
const withServer = <T>(
  options: Pick<SuiteOptions, 'tree' | 'settings'>,
  work: (server: Server) => Promise<T>,
): Promise<T> =>
  withDataFolder((dataDir) =>
    withAdministrator({ ...options, dataDir }, callers, (connections, { pid }) =>
      withDatabase(dataDir, async ({ owner, version }) => {
        await seedUsers(owner, users)
        await seedTenants(owner, generateTenants(tenants))
        return work({ connections, pid, dataDir, version })
      }),
    ),
  )

/**
 * Runs some work with a collector that accepts traces and discards them.
 * @throws Error if it received none
 */
async function withCollector(work: (address: string) => Promise<void>): Promise<void> {
  let bytes = 0
  const collector = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  try {
    await work(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`)
  } finally {
    collector.closeAllConnections()
    collector.close()
  }
  if (bytes === 0) throw new Error('The collector received no traces')
}

async function compare(former: Server, present: Server, comparison: Comparison): Promise<void> {
  const rounds = await measureRounds(
    { former, present },
    Number(values.rounds),
    Number(values.seconds) * 1000,
  )
  await publish(comparison.results, {
    summary: callsReport(describeMachine([present.version]), comparison, rounds),
  })
  if (!checkCalls(comparison, rounds).every(passes)) process.exitCode = 1
}

if (values.traces) {
  await withCollector((address) =>
    withServer({}, (former) =>
      withServer({ settings: { OTEL_EXPORTER_OTLP_ENDPOINT: address } }, (present) =>
        compare(former, present, withTraces),
      ),
    ),
  )
} else {
  await withCheckout(values.against, (before) =>
    withServer({ tree: before }, (former) =>
      withServer({}, (present) => compare(former, present, withCommit(values.against))),
    ),
  )
}
