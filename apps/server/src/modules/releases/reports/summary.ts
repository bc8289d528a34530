import { createHash } from 'node:crypto'
import type { reportStages } from '@atrium/contract'
import Bowser from 'bowser'
import type { ReportedEvent } from '../../../releases/index.ts'
import { normalised } from './detail.ts'
import { type Counts, count, type Measure } from './histogram.ts'

/** A reported event of which it is known whose it is. */
export interface KnownEvent extends ReportedEvent {
  /** A keyed hash of the session, or of the address where there is none. */
  readonly session: string
}

/** Counts of one release within one hour. */
export interface HourCounts extends Record<Measure, Counts> {
  readonly name: string
  readonly version: string
  /** ISO 8601, UTC. */
  readonly hour: string
  loads: number
  failures: number
}

/** What one session met with a release. */
export interface SessionSeen {
  readonly name: string
  readonly version: string
  readonly session: string
  /** ISO 8601, UTC. */
  seenAt: string | null
  failedAt: string | null
}

/** A kind of failure, and in which sessions it came. */
export interface ErrorCounts {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly stage: string
  readonly status: number
  readonly detail: string
  count: number
  /** ISO 8601, UTC. */
  firstTime: string
  lastTime: string
  browser: string
  readonly sessions: Set<string>
}

/** What events come to. */
export interface Summary {
  readonly hours: HourCounts[]
  readonly sessions: SessionSeen[]
  readonly errors: ErrorCounts[]
}

type Stage = (typeof reportStages)[number]

/** Stages that say nothing against a release: the registry is the suite's, and a policy's refusal need not keep it from working. */
const notOfRelease: ReadonlySet<Stage> = new Set(['registry', 'csp'])

/** The browser as `Chrome 131`; '' for one that does not say. */
function browserOf(userAgent: string): string {
  if (userAgent === '') return ''
  const { name, version = '' } = Bowser.parse(userAgent.slice(0, 500)).browser
  return name ? `${name.slice(0, 40)} ${Number.parseInt(version, 10) || ''}`.trim() : ''
}

const hourOf = (at: number): string => new Date(Math.floor(at / 3_600_000) * 3_600_000).toISOString()

const getOr = <Value>(map: Map<string, Value>, key: string, make: () => Value): Value => {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}

/** Adds events up, so that few rows are written for many. Of each kind in the order of its key. */
export function summarise(events: readonly KnownEvent[]): Summary {
  const hours = new Map<string, HourCounts>()
  const sessions = new Map<string, SessionSeen>()
  const errors = new Map<string, ErrorCounts>()
  for (const { event, session, at, userAgent } of events) {
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
    if (counting) {
      const seen = getOr(sessions, `${release} ${session}`, () => ({
        ...{ name, version, session, seenAt: null, failedAt: null },
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
    const detail = normalised(event.detail)
    const id = createHash('sha256')
      .update(JSON.stringify([name, version, stage, status, detail]))
      .digest('hex')
    const error = getOr(errors, id, () => ({
      ...{ id, name, version, stage, status, detail, count: 0, firstTime: time, lastTime: time },
      ...{ browser: '', sessions: new Set<string>() },
    }))
    error.count += 1
    error.lastTime = time
    error.browser = browserOf(userAgent) || error.browser
    error.sessions.add(session)
  }
  const inOrder = <Value>(map: Map<string, Value>): Value[] =>
    [...map].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value)
  return { hours: inOrder(hours), sessions: inOrder(sessions), errors: inOrder(errors) }
}
