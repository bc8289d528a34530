import * as z from 'zod/mini'

/**
 * Formats in which events are exported. `jsonl` has the events as sealed, and proves itself without the database. It is
 * rejected for callers who are blinded in a study, since its numbers count events that they may not see.
 */
export const auditFormats = ['xlsx', 'csv', 'jsonl', 'pdf'] as const
export type AuditFormat = (typeof auditFormats)[number]

/** Areas of the trail that a review looks at. */
export const trailAreas = [
  'all',
  'access',
  'unblinding',
  'deletions',
  'unexplained',
  'settings',
  'copies',
  'signIns',
  'archives',
] as const
export type TrailArea = (typeof trailAreas)[number]

/** Areas with events of the platform only. */
export const platformTrailAreas: readonly TrailArea[] = ['signIns', 'archives']

const row = {
  id: z.string(),
  /** ISO 8601, UTC. */
  time: z.string(),
  /** User name at the time of the event; '' for the system itself. */
  actorName: z.string(),
  /** Full name of the actor; '' if it is not known. */
  actorFullName: z.string(),
  tenantId: z.string(),
  /** '' for the platform. */
  tenantName: z.string(),
  /** '' if the event concerns no study, or several. */
  studyName: z.string(),
  /** Kind of thing, such as `tenant`. */
  entity: z.string(),
  /** The kind in the caller's language. */
  entityDesc: z.string(),
  entityId: z.string(),
  /** Name of the thing at the time of the event; '' without one. */
  entityName: z.string(),
  /** Path of the call, or name of the command or of the background service. */
  call: z.string(),
  /** The act in the caller's language. */
  callDesc: z.string(),
  /** '' if no reason was entered. */
  reason: z.string(),
}

/** An event of the trail in a list. */
export const AuditRow = z.object(row)
export type AuditRow = z.output<typeof AuditRow>

/** A changed field. */
const AuditChange = z.object({
  /** Name of the field in the API. */
  field: z.string(),
  /** Name of the field in the caller's language. */
  fieldDesc: z.string(),
  /** Values in the caller's language, with names as they were at the time of the event; '' for none. */
  before: z.string(),
  after: z.string(),
})
export type AuditChange = z.output<typeof AuditChange>

/** One of the things that an event changed. */
const AuditItem = z.object({
  /** Name of the thing at the time of the event; '' without one. */
  name: z.string(),
  changes: z.array(AuditChange),
})
export type AuditItem = z.output<typeof AuditItem>

/**
 * State of the seal that covers an event. `waiting`: the event is not sealed yet. `intact`: signature, link to the
 * previous seal and hash over the events are right. `broken`: they are not. `unread`: some of its events are archived,
 * so that only signature and link were checked.
 */
export const sealStates = ['waiting', 'intact', 'broken', 'unread'] as const
export type SealState = (typeof sealStates)[number]

/**
 * The seal that covers an event. Callers who are blinded in a study see only its state: the rest depends on events that
 * they may not see.
 */
const Seal = z.object({
  state: z.enum(sealStates),
  /** 0 if it is not shown, or while the event waits for its seal. */
  number: z.number(),
  /** ISO 8601, UTC; '' if it is not shown, or while the event waits for its seal. */
  time: z.string(),
  /** SHA-256, hex; '' if it is not shown, or while the event waits for its seal. */
  hash: z.string(),
})

/**
 * Electronic signature on an event. `broken`: the signature or the signed record no longer is what was signed. All
 * fields are '' if the event was not signed.
 */
export const EventSignature = z.object({
  state: z.enum(['none', 'intact', 'broken']),
  /** Name and account at the time of signing. */
  printedName: z.string(),
  userName: z.string(),
  /** `author`, `reviewer` or `approver`, and its word in the caller's language. */
  meaning: z.string(),
  meaningDesc: z.string(),
  /** ISO 8601, UTC. */
  time: z.string(),
  /** `both`: user name and password, `secret`: the password alone. */
  components: z.string(),
  /** Hash over the signed record, hex, and its algorithm. */
  algorithm: z.string(),
  hash: z.string(),
})
export type EventSignature = z.output<typeof EventSignature>

/** An event with its changes and its seal. */
export const AuditDetails = z.object({
  ...row,
  /** Address of the actor; '' if it was not recorded. */
  address: z.string(),
  /** Device of the actor in words; '' if it was not recorded. */
  device: z.string(),
  /** The device's complete `User-Agent`. */
  userAgent: z.string(),
  /** Id of the request, as in the server's log; '' without a request. */
  requestId: z.string(),
  /** What the event changed: one item, unless a call changed several things at once. */
  items: z.array(AuditItem),
  signature: EventSignature,
  seal: Seal,
})
export type AuditDetails = z.output<typeof AuditDetails>
