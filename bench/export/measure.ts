import { type InputOf, userExport, userList } from '@atrium/contract'
import type { Caller } from '../lib/client/index.ts'
import { type Latency, latencyOf } from '../lib/statistics.ts'
import { residentMemory, watchMemory } from './memory.ts'

/** What an export cost. */
export interface Measured {
  /** MB of the server before it, and at most during it. */
  readonly before: number
  readonly max: number
  /** ms until its first bytes came, and until it was there in full. */
  readonly first: number
  readonly total: number
  /** Bytes that came, and that were foreseen. */
  readonly length: number
  readonly expected: number
  /** The first page of the list, requested repeatedly by another caller meanwhile, if at all; ms. */
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
 * Exports users and reads the file as fast as it comes.
 * @param pid of the server
 * @param lister requests the list meanwhile; without one the server does nothing else
 * @param filters which users; all by default
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
