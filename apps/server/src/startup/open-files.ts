import { readFile } from 'node:fs/promises'

/** Open files besides those of connections and what is sent over them: the database's, libraries, logs, archives. */
const others = 500

/** How many files this process may have open; undefined where the system does not say, or sets no limit. */
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
 * Fits the limit of connections into the files that this process may open: each is one, and may read another.
 * @param onTooFew told of the limit of open files and the connections that are left
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
