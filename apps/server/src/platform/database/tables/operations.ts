import type { Period } from '../../observability/call-tally.ts'

/** A server process, as it last reported. */
export interface ServerProcessTable {
  /** Generated at its start. */
  id: string
  host: string
  pid: number
  version: string
  startedAt: Date
  seenAt: Date
  /** Share of the time since the last report in which it could accept no other work: 0 to 1. */
  busy: number
  /** Bytes. */
  memory: number
}

/** Calls that a process answered in a minute or an hour, by area of the contract. */
export interface CallCountTable {
  period: Period
  beginsAt: Date
  processId: string
  area: string
  calls: number
  /** Calls that failed by a server error. */
  errors: number
  signIns: number
  failedSignIns: number
}
