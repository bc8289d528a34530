import type { Timestamp } from './columns.ts'

/** A module that runs from a user's own machine, in the pages of one session. */
export interface ModuleOverrideTable {
  sessionHash: string
  /** The module by its name, which is that of a remote. */
  name: string
  /** Of the user's machine, as the page's policy names it. */
  origin: string
  createdAt: Timestamp
  expiresAt: Date
}
