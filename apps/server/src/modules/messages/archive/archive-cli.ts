import { runArchiveCommand } from '../../../platform/storage/archive/command.ts'
import { messageSource } from './make.ts'

await runArchiveCommand({
  name: 'messages:archive',
  does: `Archives past months of messages, with their delivery attempts but without their bodies: writes each month to a folder
or bucket, reads it back, and then drops it from the database.`,
  source: messageSource,
  describe: ({ messages, attempts, sha256 }) =>
    `${messages} messages, ${attempts} attempts, SHA-256 ${sha256}.`,
})
