import { useLayoutEffect, useMemo, useRef } from 'react'

type Keys = ReadonlyMap<string, number>
type Rows = readonly { readonly id: string }[]

const none: Keys = new Map()

/**
 * The keys of rows after others, by their ids. The same rows in another order keep theirs, and so their elements with
 * the focus in them. Any other rows are keyed by their places: they take over the elements of those before, at half
 * the price of new ones.
 */
export const keysAfter = (before: Keys, rows: Rows): Keys =>
  rows.length === before.size && rows.every(({ id }) => before.has(id))
    ? before
    : new Map(rows.map(({ id }, index) => [id, index]))

/** A key for each row by its id. */
export function useRowKeys(rows: Rows): Keys {
  const before = useRef(none)
  const keys = useMemo(() => keysAfter(before.current, rows), [rows])
  useLayoutEffect(() => {
    before.current = keys
  }, [keys])
  return keys
}
