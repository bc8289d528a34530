import { runArchiveCommand } from '../../storage/archive/command.ts'
import { archiveAudit } from './make.ts'

await runArchiveCommand({
  name: 'audit:archive',
  does: `Archives the audit trail of months that are over: writes it to a place, reads it back, verifies it against its seals,
and then takes it out of the database.`,
  archive: archiveAudit,
  told: ({ record: { events, fromBatch, toBatch, sha256 }, unverified }) =>
    `${events} events of batches ${fromBatch} to ${toBatch}, SHA-256 ${sha256}.${
      unverified.length === 0
        ? ''
        : ` Not verified: seals ${unverified.join(', ')}, of which other events are archived at another place.`
    }`,
})
