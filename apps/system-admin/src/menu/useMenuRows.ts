import { type MenuBranch, rootMenuId } from '@atrium/contract'
import { useCallback, useMemo, useState } from 'react'
import { useSystemText } from '../texts/index.ts'
import { type MenuRow, toRows } from './rows.ts'
import { useMenuOrder } from './useMenuOrder.ts'
import { useRowDrag } from './useRowDrag.ts'

const nothingFolded: ReadonlySet<string> = new Set()

/** The rows of the tree as the user folds and orders them. @param saved the tree as the server has it */
export function useMenuRows(saved: MenuBranch[] | undefined) {
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
    (row: MenuRow, place: number) => {
      if (reorder(row, place)) setSaid(t('menu.movedTo', { menu: row.displayName, place, among: row.among }))
    },
    [reorder, t],
  )
  const { dragged, drop, start: drag } = useRowDrag(rows ?? [], move)
  const rowClassName = useCallback(
    ({ id, parentId }: MenuRow) =>
      [
        parentId === rootMenuId && 'menu-group-row',
        id === dragged && 'menu-dragged',
        id === drop?.rowId && `menu-drop-${drop.edge}`,
      ]
        .filter(Boolean)
        .join(' '),
    [dragged, drop],
  )
  return { tree, rows, rowClassName, said, fold, move, drag }
}
