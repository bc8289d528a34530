/**
 * High availability as in docs/operators/failover.md, on one machine: two PostgreSQL servers under Patroni, two
 * servers, and haproxy in front of both. The primary is killed repeatedly during writes, then a server. All
 * acknowledged writes must still exist, and every message must have arrived. Installs Debian packages if possible.
 * Options: `--rounds N` of each (10 by default), `--md` to write results.md.
 */
import { parseArgs } from 'node:util'
import { startMailServer } from '../../apps/server/src/modules/messages/test-kit/mail-server.ts'
import { withDataFolder } from '../lib/data-folder.ts'
import { describeMachine } from '../lib/machine.ts'
import { publish } from '../lib/results.ts'
import { passes } from '../lib/verdict.ts'
import { withCluster } from './cluster.ts'
import { startLoad } from './load.ts'
import { outcomeOf } from './outcome.ts'
import { ensurePackages, patroniVersion } from './programs.ts'
import { checksOf, failoverReport } from './report.ts'
import { databaseRounds, roundsOf, serverRounds, switchoverRound } from './rounds.ts'
import { withServers } from './servers.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10' }, md: { type: 'boolean' } },
})
const rounds = Number(values.rounds)

await ensurePackages()
const mail = await startMailServer()
await withDataFolder((folder) =>
  withCluster(folder, (cluster) =>
    withServers(folder, cluster, mail.url, async ({ servers, url }) => {
      const load = await startLoad(url)
      try {
        const strikes = [
          ...(await databaseRounds(cluster, load, rounds)),
          await switchoverRound(cluster, load),
          ...(await serverRounds(servers, load, rounds)),
        ]
        process.stderr.write(await cluster.list())
        await load.stop()
        const outcome = await outcomeOf(cluster, load.made, mail.arrived)
        const seen = { rounds: roundsOf(strikes, load.made), outcome, made: load.made }
        await publish('failover/results.md', {
          summary: failoverReport(describeMachine([cluster.version, patroniVersion()]), seen),
        })
        if (!checksOf(seen).every(passes)) process.exitCode = 1
      } finally {
        await load.stop()
      }
    }),
  ),
)
await mail.close()
