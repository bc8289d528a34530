import { runArchiveCommand } from '../../../platform/storage/archive/command.ts'
import { archiveMessages } from './make.ts'

await runArchiveCommand({
  name: 'messages:archive',
  does: `Archives the messages of months that are over, with their attempts and without what they say: writes them to a place,
reads them back, and then takes them out of the database.`,
  archive: archiveMessages,
  told: ({ messages, attempts, sha256 }) => `${messages} messages, ${attempts} attempts, SHA-256 ${sha256}.`,
})
