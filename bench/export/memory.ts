import { readFile } from 'node:fs/promises'

const megabyte = 1024

/** How often a process is looked at, in milliseconds. */
const interval = 50

/** Memory of a process (resident set size), MB; on Linux only. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / megabyte
}

/** Looks at a process again and again, until it has ended. @returns ends it, and tells the most that was seen, MB */
export function watchMemory(pid: number): () => Promise<number> {
  let max = 0
  const look = async () => {
    const now = await residentMemory(pid).catch(() => 0)
    // One that is ending has none any more.
    max = Math.max(max, now || 0)
  }
  const timer = setInterval(() => void look(), interval)
  return async () => {
    clearInterval(timer)
    await look()
    return max
  }
}
