import { createHash } from 'node:crypto'
import type { reportStages } from '@atrium/contract'
import type { ReportedEvent } from '../report-buffer.ts'
import { kindOnly, normalised } from './detail.ts'
import { type Counts, count, type Measure } from './histogram.ts'

/** Reported event whose sender is known. */
export interface KnownEvent extends Pick<ReportedEvent, 'event' | 'browser' | 'at'> {
  /** Keyed hash of the user, or of the network address if the sender is not signed in. */
  readonly person: string
  readonly signedIn: boolean
  /** Keyed hashes of the account's origin and tenants; null and empty for accounts that never count towards a rollback. */
  readonly origin: string | null
  readonly tenants: readonly string[]
  /** Whether this user currently gets the release; other reports do not count towards alarms and rollbacks. */
  readonly counts: boolean
}

/** Counts of one release within one hour. */
export interface HourCounts extends Record<Measure, Counts> {
  readonly name: string
  readonly version: string
  /** Start of the hour; ISO 8601, UTC. */
  readonly hour: string
  loads: number
  failures: number
}

/** Last results of one person with a release. */
export interface PersonSeen extends Pick<KnownEvent, 'person' | 'signedIn' | 'origin' | 'tenants'> {
  readonly name: string
  readonly version: string
  /** Last report and last failure; ISO 8601, UTC. */
  seenAt: string | null
  failedAt: string | null
}

/** Kind of failure, with its count and the persons affected. */
export interface ErrorCounts {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly stage: string
  readonly status: number
  readonly detail: string
  count: number
  /** Start of the hour; ISO 8601, UTC. */
  firstTime: string
  lastTime: string
  browser: string
  readonly persons: Set<string>
}

/** Summary of reported events. */
export interface Summary {
  readonly hours: HourCounts[]
  readonly persons: PersonSeen[]
  readonly errors: ErrorCounts[]
}

type Stage = (typeof reportStages)[number]

/**
 * Stages that do not count against a release: the registry belongs to the suite, and a policy violation need not
 * break the release.
 */
const notOfRelease: ReadonlySet<Stage> = new Set(['registry', 'csp'])

const hourOf = (at: number): string => new Date(Math.floor(at / 3_600_000) * 3_600_000).toISOString()

const getOr = <Value>(map: Map<string, Value>, key: string, make: () => Value): Value => {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}

/** Returns values in the order of their keys. Servers that write the same rows in the same order cannot deadlock. */
export const inOrder = <Value>(map: ReadonlyMap<string, Value>): Value[] =>
  [...map].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value)

/** Adds up events, so that few rows have to be written. Hours and persons are in the order of their keys. */
export function summarise(events: readonly KnownEvent[]): Summary {
  const hours = new Map<string, HourCounts>()
  const persons = new Map<string, PersonSeen>()
  const errors = new Map<string, ErrorCounts>()
  for (const { event, person, signedIn, origin, tenants, counts: decides, browser, at } of events) {
    const { name, version } = event
    const release = `${name}@${version}`
    const time = new Date(at).toISOString()
    const hour = hourOf(at)
    const counts = getOr(hours, `${release} ${hour}`, () => ({
      ...{ name, version, hour, loads: 0, failures: 0 },
      ...{ ready: [], lcp: [], inp: [], cls: [] },
    }))
    if (event.kind === 'vital') {
      counts[event.metric] = count(event.metric, counts[event.metric], event.value)
      continue
    }
    const counting = event.kind === 'loaded' || !notOfRelease.has(event.stage)
    if (counting && decides) {
      const seen = getOr(persons, `${release} ${person}`, () => ({
        ...{ name, version, person, signedIn, origin, tenants, seenAt: null, failedAt: null },
      }))
      seen.seenAt = time
      if (event.kind === 'failed') seen.failedAt = time
    }
    if (event.kind === 'loaded') {
      counts.loads += 1
      counts.ready = count('ready', counts.ready, event.readyTime)
      continue
    }
    if (counting) counts.failures += 1
    const { stage, status } = event
    const detail = signedIn ? normalised(event.detail) : kindOnly(event.detail)
    const id = createHash('sha256')
      .update(JSON.stringify([name, version, stage, status, detail]))
      .digest('hex')
    const error = getOr(errors, id, () => ({
      ...{ id, name, version, stage, status, detail, count: 0, firstTime: time, lastTime: time },
      ...{ browser: '', persons: new Set<string>() },
    }))
    error.count += 1
    error.lastTime = time
    error.browser = browser || error.browser
    error.persons.add(person)
  }
  return { hours: inOrder(hours), persons: inOrder(persons), errors: [...errors.values()] }
}
