import { parseArgs } from 'node:util'
import { readConfig } from '../config/index.ts'
import { openExisting } from '../database/index.ts'
import { loadSecrets } from '../secrets/index.ts'
import { parseHead, report } from './report.ts'
import { verifyAudit } from './verify.ts'

const usage = `Verifies the audit trail against its seals; ends with 1 when anything was changed.
Usage: pnpm audit:verify [--head <number>:<hash>]
  --head  a seal from an earlier verification or from the server's log, which must be there
The database is found as the server finds it, by DATABASE_URL or DATA_DIR.
`

/** @returns the exit code */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { head: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const head = values.head === undefined ? undefined : parseHead(values.head)
  const config = readConfig(process.env)
  const trail = await openExisting(config)
  try {
    const dataDir = config.DATABASE_URL ? undefined : config.DATA_DIR
    const secrets = await loadSecrets({ secretKey: config.SECRET_KEY, dataDir })
    const verification = await verifyAudit(trail.db, secrets.auditKey, head)
    process.stdout.write(report(verification))
    return verification.faults.length > 0 ? 1 : 0
  } finally {
    await trail.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}
