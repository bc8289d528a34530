import { readFile } from 'node:fs/promises'

/** Files that the process needs besides its connections: for the database, libraries, logs and archives. */
const others = 500

/** Returns the open-file limit of this process; undefined if there is none or the system does not report it. */
async function openFilesLimit(): Promise<number | undefined> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const [, soft] = /^Max open files\s+(\d+)/m.exec(text) ?? []
  return soft === undefined ? undefined : Number(soft)
}

interface ConnectionNumbers {
  readonly inAll: number
  readonly ofAddress: number
}

/**
 * Lowers the connection limit to what the open-file limit of this process allows. A connection may need two files.
 * @param onTooFew receives the open-file limit and the lowered connection limit
 */
export async function fitOpenFiles<Limits extends ConnectionNumbers>(
  limits: Limits,
  onTooFew: (facts: { readonly openFiles: number; readonly connections: number }) => void,
): Promise<Limits> {
  const openFiles = await openFilesLimit()
  if (openFiles === undefined) return limits
  const connections = Math.max(1, Math.floor((openFiles - others) / 2))
  if (connections >= limits.inAll) return limits
  onTooFew({ openFiles, connections })
  return { ...limits, inAll: connections }
}
