import { type InputOf, userExport, userList } from '@atrium/contract'
import type { Caller } from '../lib/client/index.ts'
import { type Latency, latencyOf } from '../lib/statistics.ts'
import { residentMemory, watchMemory } from './memory.ts'

/** Cost of an export. */
export interface Measured {
  /** Memory of the server before the export, and the maximum during it, in MB. */
  readonly before: number
  readonly max: number
  /** Time until the first bytes and until the end, in ms. */
  readonly first: number
  readonly total: number
  /** Number of bytes received, and number estimated in advance. */
  readonly length: number
  readonly expected: number
  /** Latency of the list's first page during the export, in ms; undefined if nobody requested it. */
  readonly list: Latency | undefined
}

/** Requests the first page of the list until stopped. */
async function keepListing(caller: Caller, over: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!over()) {
    const begun = performance.now()
    await caller.send(userList, {})
    times.push(performance.now() - begun)
  }
  return times
}

/**
 * Exports users and reads the file as fast as possible.
 * @param pid process id of the server
 * @param lister requests the list meanwhile; without one, the server does nothing else
 * @param filters the users to export; all by default
 */
export async function measureExport(
  exporter: Caller,
  pid: number,
  lister?: Caller,
  filters: InputOf<typeof userExport> = {},
): Promise<Measured> {
  const before = await residentMemory(pid)
  const end = watchMemory(pid)
  const begun = performance.now()
  const { body, expectedLength } = await exporter.download(userExport, {
    all: true,
    searchAll: true,
    ...filters,
  })
  let over = false
  const listing = lister && keepListing(lister, () => over)
  const timing = { first: 0, length: 0 }
  for await (const part of body) {
    timing.first ||= performance.now() - begun
    timing.length += part.length
  }
  const total = performance.now() - begun
  over = true
  const list = listing && latencyOf(await listing)
  return { before, max: await end(), ...timing, total, expected: expectedLength, list }
}
