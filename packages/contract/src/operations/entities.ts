import * as z from 'zod/mini'
import { ReleaseAlarm } from '../release/entities.ts'

/** Time range, up to now. */
export const timeRanges = ['hour', 'day', 'week'] as const
export type TimeRange = (typeof timeRanges)[number]

const counts = {
  calls: z.number(),
  /** Of them those that failed because of a server error. */
  errors: z.number(),
  signIns: z.number(),
  failedSignIns: z.number(),
}

/** The calls of all server processes. */
export const CallFigures = z.object({
  /** How long a step is, in milliseconds. */
  step: z.number(),
  /** The earliest first; steps without calls are left out. `time`: the beginning of the step, ISO 8601, UTC. */
  steps: z.array(z.object({ time: z.string(), ...counts })),
  /** Areas of the contract by calls, the most first; without the overview's own. */
  areas: z.array(z.object({ area: z.string(), ...counts })),
})
export type CallFigures = z.output<typeof CallFigures>

export const messageChannels = ['email', 'sms'] as const

/** A message that was created in the range and failed. */
export const FailedMessage = z.object({
  id: z.string(),
  channel: z.enum(messageChannels),
  /** E-mail address or phone number. */
  to: z.string(),
  /** '' for an SMS. */
  subject: z.string(),
  /** How its last attempt ended, in the caller's language; '' if it had none. */
  outcomeDesc: z.string(),
  /** Why it cannot be sent again, in the caller's language; '' if it can. */
  resendRefusal: z.string(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
})
export type FailedMessage = z.output<typeof FailedMessage>

export const MessageFigures = z.object({
  channels: z.array(
    z.object({
      channel: z.enum(messageChannels),
      /** Whenever they were created. */
      waiting: z.number(),
      sending: z.number(),
      /** Messages created in the range; `delivered` is null if its query timed out. */
      delivered: z.nullable(z.number()),
      failed: z.number(),
      /** When the oldest was created that is not sent yet, ISO 8601, UTC; '' if there is none. */
      oldestTime: z.string(),
    }),
  ),
  /** The latest first, a few: of the channels whose messages the caller may list. */
  failed: z.array(FailedMessage),
})
export type MessageFigures = z.output<typeof MessageFigures>

/** How far the audit trail is sealed. */
export const SealFigures = z.object({
  /** The newest seal; null before the first. */
  newest: z.nullable(
    z.object({
      number: z.number(),
      /** ISO 8601, UTC. */
      time: z.string(),
      events: z.number(),
      /** SHA-256, hex. */
      hash: z.string(),
    }),
  ),
  /** When the oldest event was written that no seal covers, ISO 8601, UTC; '' where all are sealed. */
  unsealedTime: z.string(),
})
export type SealFigures = z.output<typeof SealFigures>

/** A job that is late, or whose last run failed. */
export const TroubledJob = z.object({
  jobId: z.string(),
  /** In the caller's language, as the product's name is. */
  jobName: z.string(),
  /** The product's name in the caller's language. */
  jobGroupName: z.string(),
  /** When it should have begun, if that is more than a minute ago, ISO 8601, UTC; otherwise ''. */
  dueTime: z.string(),
  /** When the last completed run began, if it failed, ISO 8601, UTC; otherwise ''. */
  failedTime: z.string(),
  /** Result of that run, in the caller's language; '' for those who may not look at jobs. */
  failure: z.string(),
})
export type TroubledJob = z.output<typeof TroubledJob>

/** A server process that has said lately that it lives. */
export const ProcessFigures = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.number(),
  version: z.string(),
  /** ISO 8601, UTC. */
  startTime: z.string(),
  seenTime: z.string(),
  /** The share of its time in which it could not take anything else on: 0 to 1. */
  busy: z.number(),
  /** Bytes. */
  memory: z.number(),
})
export type ProcessFigures = z.output<typeof ProcessFigures>

/** Stored bytes. */
export const StorageFigures = z.object({
  /** Null if the server's role may not read it. */
  database: z.nullable(z.number()),
  /** The largest tables with their indexes; the number of rows is an estimate, -1 if there is none yet. */
  tables: z.array(z.object({ name: z.string(), bytes: z.number(), rows: z.number() })),
})
export type StorageFigures = z.output<typeof StorageFigures>

/** If there are very many, both are estimates. */
export const FileFigures = z.object({ count: z.number(), bytes: z.number(), isEstimate: z.boolean() })
export type FileFigures = z.output<typeof FileFigures>

export const storedThings = ['database', 'files'] as const
export type StoredThing = (typeof storedThings)[number]

/** The part of it on a disk of the machine that responds, in bytes. */
export const DiskFigures = z.object({
  of: z.enum(storedThings),
  free: z.number(),
  total: z.number(),
})
export type DiskFigures = z.output<typeof DiskFigures>

/** State of the deployment. A part that did not respond in time is null. */
export const Overview = z.object({
  /** When it was asked, ISO 8601, UTC. */
  time: z.string(),
  /** Releases of modules that fail for many, the latest first. */
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
