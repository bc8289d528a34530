import type { Timestamp } from './columns.ts'

/** A module that runs from a user's own machine, in the pages of one session. */
export interface ModuleOverrideTable {
  sessionHash: string
  /** Name of the module, which is that of a remote. */
  name: string
  /** Origin on the user's machine, as written in the page's policy. */
  origin: string
  createdAt: Timestamp
  expiresAt: Date
}
