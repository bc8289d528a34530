import { runCommand, UsageError } from '../config/command.ts'
import { readOperatorConfig } from '../config/operator.ts'
import { openExisting } from '../database/index.ts'
import { program } from '../observability/program.ts'
import { loadSecrets } from '../secrets/index.ts'
import { openStore } from '../storage/index.ts'
import { type SealId, unreadSentences, type Verification, verifyAudit } from './verify.ts'

/**
 * Parses a seal that the operator noted elsewhere.
 * @param text `<number>:<hash>`, the hash with 64 hex digits
 * @throws UsageError for any other text
 */
function parseSealId(text: string): SealId {
  const [, number, hash] = /^([1-9]\d*):([0-9a-f]{64})$/.exec(text) ?? []
  if (!number || !hash) throw new UsageError(`--head must be <number>:<hash>, not ${text}`)
  return { number: Number(number), hash }
}

/** Describes the result of a verification for the command line. */
function report(verification: Verification): string {
  const { sealed, waiting, head, faults } = verification
  const lines =
    faults.length > 0 ? ['The audit trail is NOT intact:', ...faults] : ['The audit trail is intact.']
  lines.push(`It has ${sealed} sealed events and ${waiting} unsealed ones.`)
  lines.push(...unreadSentences(verification))
  if (head) lines.push(`Newest seal: ${head.number}:${head.hash}`)
  return `${lines.join('\n')}\n`
}

const usage = `Verifies the audit trail against its seals and checkpoints. Exits with 1 if the trail has faults.
Usage: ${program} audit:verify [--heads <file>]... [--head <number>:<hash>] [--archive <target>]...
  --heads    a checkpoint file; repeat the option for the files of several hosts; AUDIT_HEADS by default
  --head     a seal noted elsewhere, which the trail must contain
  --archive  a folder or s3://bucket/prefix to which parts of the trail were archived; repeat the option for several;
             without it, archived events are not read
The command reads the server's settings: DATABASE_URL, DATA_DIR and AUDIT_HEADS.
`

await runCommand({
  usage,
  options: {
    heads: { type: 'string', multiple: true },
    head: { type: 'string' },
    archive: { type: 'string', multiple: true },
  },
  run: async (values) => {
    const head = values.head === undefined ? undefined : parseSealId(values.head)
    const config = await readOperatorConfig()
    const trail = await openExisting(config)
    try {
      const dataDir = config.DATABASE_URL ? undefined : config.DATA_DIR
      const secrets = await loadSecrets({ secretKey: config.SECRET_KEY, dataDir })
      const archives = await Promise.all((values.archive ?? []).map((to) => openStore(to, config)))
      const checkpoints = values.heads ?? [config.checkpointFile]
      const verification = await verifyAudit(trail.db, secrets.auditKey, { checkpoints, head, archives })
      process.stdout.write(report(verification))
      return verification.faults.length > 0 ? 1 : 0
    } finally {
      await trail.close()
    }
  },
  // Exit code 1 is reserved for faults in the trail.
  codeOf: () => 2,
})
