import { type Menu, type MenuWithEntries, menuOrder, menuTree, rootMenuId, userInfo } from '@atrium/contract'
import { send } from '@atrium/shared-api'
import { refresh } from '@atrium/ui-kit/list'
import { useReorder } from '@atrium/ui-kit/reorder'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useSystemText } from '../texts/index.ts'
import {
  idsAfterMove,
  inOrders,
  lastRowOf,
  type MenuRow,
  type SiblingOrders,
  siblingsIn,
  siblingsOf,
  toRows,
} from './rows.ts'

const asItIs: SiblingOrders = {}

/**
 * Orders the tree. Moves are shown at once and saved one after the other, so that quick moves neither wait nor
 * overtake each other. If the server rejects an order, its own order is shown again.
 * @param saved the tree on the server
 */
function useMenuOrder(saved: MenuWithEntries[] | undefined) {
  const [orders, setOrders] = useState(asItIs)
  const waiting = useRef(new Map<string, string[]>())
  const busy = useRef(false)
  const tree = useMemo(() => saved && inOrders(saved, orders), [saved, orders])

  const save = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    for (let next = waiting.current.entries().next(); !next.done; next = waiting.current.entries().next()) {
      const [parentId, ids] = next.value
      waiting.current.delete(parentId)
      // The error message is already shown. Later moves were based on the rejected order and are dropped.
      await send(menuOrder, { parentId, ids }, { overlay: false }).catch(() => waiting.current.clear())
      if (waiting.current.size === 0) await refresh(menuTree, userInfo)
    }
    busy.current = false
    setOrders(asItIs)
  }, [])

  /** Moves a menu to a position among its siblings, counted from 1. Ignores positions out of range. */
  const move = useCallback(
    (menu: Menu, position: number): boolean => {
      const siblings = siblingsOf(tree ?? [], menu)
      if (position < 1 || position > siblings.length || siblings[position - 1]?.id === menu.id) return false
      const ids = idsAfterMove(siblings, menu.id, position)
      setOrders((before) => ({ ...before, [menu.parentId]: ids }))
      waiting.current.set(menu.parentId, ids)
      void save()
      return true
    },
    [tree, save],
  )
  return { tree, move }
}

const nothingFolded: ReadonlySet<string> = new Set()

/**
 * Returns the rows of the tree, as folded and ordered by the user.
 * @param saved the tree on the server
 */
export function useMenuRows(saved: MenuWithEntries[] | undefined) {
  const t = useSystemText()
  const [folded, setFolded] = useState(nothingFolded)
  const [said, setSaid] = useState('')
  const order = useMenuOrder(saved)
  const { tree } = order
  const rows = useMemo(() => tree && toRows(tree, folded), [tree, folded])

  const fold = useCallback(
    (id: string) => setFolded((before) => before.symmetricDifference(new Set([id]))),
    [],
  )
  const reorder = order.move
  const move = useCallback(
    (row: MenuRow, position: number) => {
      if (reorder(row, position))
        setSaid(t('menu.movedTo', { menu: row.displayName, position, among: row.among }))
    },
    [reorder, t],
  )
  const { dragged, drop, register } = useReorder({
    siblingsOf: (id) => siblingsIn(rows ?? [], id),
    lastOf: (id) => lastRowOf(rows ?? [], id),
    onMove: (id, position) => {
      const row = rows?.find((one) => one.id === id)
      if (row) move(row, position)
    },
  })
  const rowClassName = useCallback(
    ({ id, parentId }: MenuRow) =>
      [
        parentId === rootMenuId && 'menu-group-row',
        id === dragged && 'menu-dragged',
        id === drop?.id && `menu-drop-${drop.edge}`,
      ]
        .filter(Boolean)
        .join(' '),
    [dragged, drop],
  )
  return { tree, rows, rowClassName, said, fold, move, register }
}
