import { createContext } from 'react'

/** A kind of thing, by its name in the audit trail, and the id of one thing. */
export interface HistoryOf {
  readonly entity: string
  readonly entityId: string
}

/** What a row shows the history of; 'none' for rows that the audit trail does not know. */
export type RowHistory = HistoryOf | 'none'

/** A thing whose history is shown. */
export interface Thing extends HistoryOf {
  readonly name: string
}

/** Shows the history of a thing; undefined if the user may not read the audit trail. */
export const HistoryContext = createContext<((thing: Thing) => void) | undefined>(undefined)
