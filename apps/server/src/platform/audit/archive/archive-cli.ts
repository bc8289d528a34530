import { runArchiveCommand } from '../../storage/archive/command.ts'
import { auditSource } from './make.ts'

await runArchiveCommand({
  name: 'audit:archive',
  does: `Archives past months of the audit trail: writes each month to a folder or bucket, reads it back, verifies it against
its seals, and then drops it from the database.`,
  source: auditSource,
  describe: ({ record: { events, fromBatch, toBatch, sha256 }, unverified }) =>
    `${events} events of batches ${fromBatch} to ${toBatch}, SHA-256 ${sha256}.${
      unverified.length === 0
        ? ''
        : ` Not verified: seals ${unverified.join(', ')}, which also cover events that are archived elsewhere.`
    }`,
})
