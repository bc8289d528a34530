import { useLayoutEffect, useMemo, useRef } from 'react'

type Keys = ReadonlyMap<string, number>
type Rows = readonly { readonly id: string }[]

const none: Keys = new Map()

/**
 * The keys of rows after others, by their ids. Rows that stay keep theirs, and so their elements with the focus in
 * them, wherever they move. Rows that come take the smallest keys that are left: the elements of those that have gone,
 * at half the price of new ones.
 */
export function keysAfter(before: Keys, rows: Rows): Keys {
  const taken = new Set(rows.map(({ id }) => before.get(id)))
  let key = -1
  const free = () => {
    do key += 1
    while (taken.has(key))
    return key
  }
  return new Map(rows.map(({ id }) => [id, before.get(id) ?? free()]))
}

/** A key for each row by its id. */
export function useRowKeys(rows: Rows): Keys {
  const before = useRef(none)
  const keys = useMemo(() => keysAfter(before.current, rows), [rows])
  useLayoutEffect(() => {
    before.current = keys
  }, [keys])
  return keys
}
