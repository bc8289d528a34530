import { readFile } from 'node:fs/promises'

const megabyte = 1024

/** Interval at which the memory is measured, in milliseconds. */
const interval = 50

/** Returns the memory of a process (resident set size) in MB; on Linux only. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / megabyte
}

/**
 * Measures the memory of a process repeatedly.
 * @returns a function that stops and returns the maximum, in MB
 */
export function watchMemory(pid: number): () => Promise<number> {
  let max = 0
  const look = async () => {
    const now = await residentMemory(pid).catch(() => 0)
    // A process that is ending has no memory any more.
    max = Math.max(max, now || 0)
  }
  const timer = setInterval(() => void look(), interval)
  return async () => {
    clearInterval(timer)
    await look()
    return max
  }
}
