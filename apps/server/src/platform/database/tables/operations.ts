import type { Period } from '../../observability/call-tally.ts'

/** A server process, as it last said of itself. */
export interface ServerProcessTable {
  /** Made at its start. */
  id: string
  host: string
  pid: number
  version: string
  startedAt: Date
  seenAt: Date
  /** Of the time since it said so before, the share in which it could not take anything else on: 0 to 1. */
  busy: number
  /** Bytes. */
  memory: number
}

/** What a process has answered in a minute or an hour, of an area of the contract. */
export interface CallCountTable {
  period: Period
  beginsAt: Date
  processId: string
  area: string
  calls: number
  /** Of them those that failed because of a server error. */
  errors: number
  signIns: number
  failedSignIns: number
}
