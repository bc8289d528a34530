import type { Period } from '../../observability/call-tally.ts'

/** A server process, as it last reported. */
export interface ServerProcessTable {
  /** Generated when the process starts. */
  id: string
  host: string
  pid: number
  version: string
  startedAt: Date
  seenAt: Date
  /** Share of the time since the last report in which the process could accept no other work: 0 to 1. */
  busy: number
  /** In bytes. */
  memory: number
}

/** Calls that a process handled in a minute or an hour, by area of the contract. */
export interface CallCountTable {
  period: Period
  beginsAt: Date
  processId: string
  area: string
  calls: number
  /** Calls that failed with a server error. */
  errors: number
  signIns: number
  failedSignIns: number
}
