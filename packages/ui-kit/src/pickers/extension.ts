/** What an extension dialog changes: the last day of some memberships or authorizations. */
export interface Extension {
  readonly ids: readonly string[]
  /** Names of the people as far as the page knows them. */
  readonly names: readonly string[]
  /** Last day that all of them have; '' if the days differ, have no limit or are not known. */
  readonly accessUntil: string
  readonly unlimited: boolean
  /** Whether only the given authorizations of a study change, see `studyUserExtend`. */
  readonly isSite?: boolean
}

interface Person {
  readonly id: string
  readonly displayName: string
  readonly accessUntil: string
}

/**
 * Returns the initial values of an extension dialog.
 * @param ids rows to extend
 * @param rows rows of the page, which may lack some of these
 */
export function extensionOf(ids: Iterable<string>, rows: readonly Person[]): Extension {
  const people = new Map(rows.map((row) => [row.id, row]))
  const found = [...ids].map((id) => ({ id, row: people.get(id) }))
  const days = new Set(found.map(({ row }) => row?.accessUntil ?? ''))
  const [day = ''] = days
  return {
    ids: found.map(({ id }) => id),
    names: found.flatMap(({ row }) => (row ? [row.displayName] : [])),
    accessUntil: days.size === 1 ? day : '',
    unlimited: false,
  }
}
