import * as z from 'zod/mini'
import { ReleaseAlarm } from '../release/entities.ts'

/** Time range that ends now. */
export const timeRanges = ['hour', 'day', 'week'] as const
export type TimeRange = (typeof timeRanges)[number]

const counts = {
  calls: z.number(),
  /** Number of these calls that failed with a server error. */
  errors: z.number(),
  signIns: z.number(),
  failedSignIns: z.number(),
}

/** Calls to all server processes. */
export const CallFigures = z.object({
  /** Length of a step in milliseconds. */
  step: z.number(),
  /** Steps in time order; steps without calls are omitted. `time` is the start of the step, ISO 8601, UTC. */
  steps: z.array(z.object({ time: z.string(), ...counts })),
  /** Areas of the contract by number of calls, highest first. Calls by the overview itself are excluded. */
  areas: z.array(z.object({ area: z.string(), ...counts })),
})
export type CallFigures = z.output<typeof CallFigures>

export const messageChannels = ['email', 'sms'] as const

/** A message that was created in the time range and failed. */
export const FailedMessage = z.object({
  id: z.string(),
  channel: z.enum(messageChannels),
  /** E-mail address or phone number. */
  to: z.string(),
  /** '' for a text message. */
  subject: z.string(),
  /** Outcome of the last attempt, in the caller's language; '' if there was none. */
  outcomeDesc: z.string(),
  /** Why the message cannot be sent again, in the caller's language; '' if it can. */
  resendRefusal: z.string(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
})
export type FailedMessage = z.output<typeof FailedMessage>

export const MessageFigures = z.object({
  channels: z.array(
    z.object({
      channel: z.enum(messageChannels),
      /** Number of waiting messages, regardless of the time range. */
      waiting: z.number(),
      sending: z.number(),
      /** Number of messages created in the time range; `delivered` is null if its query timed out. */
      delivered: z.nullable(z.number()),
      failed: z.number(),
      /** Creation time of the oldest unsent message, ISO 8601, UTC; '' if there is none. */
      oldestTime: z.string(),
    }),
  ),
  /** A few failed messages, newest first, from channels whose messages the caller may list. */
  failed: z.array(FailedMessage),
})
export type MessageFigures = z.output<typeof MessageFigures>

/** How far the audit trail is sealed. */
export const SealFigures = z.object({
  /** The newest seal; null if there is none yet. For callers who are blinded in a study, its fields are 0 and ''. */
  newest: z.nullable(
    z.object({
      number: z.number(),
      /** ISO 8601, UTC. */
      time: z.string(),
      events: z.number(),
      /** SHA-256 in hexadecimal. */
      hash: z.string(),
    }),
  ),
  /** Time of the oldest event that is not sealed yet, ISO 8601, UTC; '' if all are sealed. */
  unsealedTime: z.string(),
})
export type SealFigures = z.output<typeof SealFigures>

/** A job that is late, or whose last run failed. */
export const TroubledJob = z.object({
  jobId: z.string(),
  /** Job name in the caller's language. */
  jobName: z.string(),
  /** Product name in the caller's language. */
  jobGroupName: z.string(),
  /** When the job should have started, ISO 8601, UTC; '' unless that is more than a minute ago. */
  dueTime: z.string(),
  /** Start of the last completed run if it failed, ISO 8601, UTC; otherwise ''. */
  failedTime: z.string(),
  /** Result of the failed run in the caller's language; '' for callers who may not see jobs. */
  failure: z.string(),
})
export type TroubledJob = z.output<typeof TroubledJob>

/** A server process with a recent heartbeat. */
export const ProcessFigures = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.number(),
  version: z.string(),
  /** ISO 8601, UTC. */
  startTime: z.string(),
  seenTime: z.string(),
  /** Event loop utilization, from 0 to 1. */
  busy: z.number(),
  /** Memory in bytes. */
  memory: z.number(),
})
export type ProcessFigures = z.output<typeof ProcessFigures>

/** Stored bytes. */
export const StorageFigures = z.object({
  /** Size of the database; null if the server's role may not read it. */
  database: z.nullable(z.number()),
  /** Largest tables including their indexes. The number of rows is an estimate, or -1 if there is no estimate yet. */
  tables: z.array(z.object({ name: z.string(), bytes: z.number(), rows: z.number() })),
})
export type StorageFigures = z.output<typeof StorageFigures>

/** Number and total size of stored files. For very many files, both are estimates. */
export const FileFigures = z.object({ count: z.number(), bytes: z.number(), isEstimate: z.boolean() })
export type FileFigures = z.output<typeof FileFigures>

export const storageKinds = ['database', 'files'] as const
export type StorageKind = (typeof storageKinds)[number]

/** Free and total bytes of the disk on which the responding machine stores the database or the files. */
export const DiskFigures = z.object({
  of: z.enum(storageKinds),
  free: z.number(),
  total: z.number(),
})
export type DiskFigures = z.output<typeof DiskFigures>

/** State of the deployment. A part that did not respond in time is null. */
export const Overview = z.object({
  /** Time of the query, ISO 8601, UTC. */
  time: z.string(),
  /** Releases of modules that fail for many users, newest alarm first. */
  alarms: z.nullable(z.array(ReleaseAlarm)),
  calls: z.nullable(CallFigures),
  messages: z.nullable(MessageFigures),
  seals: z.nullable(SealFigures),
  jobs: z.nullable(z.array(TroubledJob)),
  processes: z.nullable(z.array(ProcessFigures)),
  storage: z.nullable(StorageFigures),
  files: z.nullable(FileFigures),
  disks: z.nullable(z.array(DiskFigures)),
})
export type Overview = z.output<typeof Overview>
