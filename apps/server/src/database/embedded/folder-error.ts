import { errorCode } from '../error-code.ts'
import { StartupError } from '../startup-error.ts'

/** What the system says of a folder that somebody can put right. */
const remediable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'EDQUOT', 'ENOENT'])

/** What went wrong with a file in DATA_DIR, as the start says it; any other error as it is. */
export function asFolderError(error: unknown, dataDir: string): unknown {
  if (!remediable.has(errorCode(error))) return error
  const { message } = error as Error
  return new StartupError(
    `The data folder ${dataDir} cannot be used (${message}): give it to the user who starts Atrium, or set DATA_DIR.`,
    { cause: error },
  )
}
