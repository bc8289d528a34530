import { IconDown } from '@arco-design/web-react/icon'
import { foldedRanges } from '@atrium/contract'
import { focusedElement } from '@atrium/shared-api'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { RowHistory } from '../history/context.ts'
import { type RowAction, RowActions } from '../list/cells.tsx'
import type { Branch, TreeRow } from './rows.ts'
import { rowHeight, useWindow } from './use-window.ts'

export interface BranchActions<B> {
  readonly of: (branch: B) => readonly RowAction[]
  /** Kind of the branches in the audit trail, for the history of each. */
  readonly history: string
}

export interface TreeProps<B> {
  /** Accessible name of the tree. */
  readonly label: string
  readonly rows: readonly TreeRow<B>[]
  /** Returns the name of a branch. */
  readonly nameOf: (branch: B) => string
  /** Search text, which is marked in the names. */
  readonly keyWord?: string
  /** Expands or collapses a branch; without it, branches cannot be folded. */
  readonly onFold?: ((id: string, open: boolean) => void) | undefined
  /** Ids of the checked branches; without it, branches have no checkboxes. */
  readonly checked?: ReadonlySet<string>
  readonly onCheck?: (id: string) => void
  /** Id of the chosen branch; without `onChoose`, no branch can be chosen. */
  readonly chosen?: string
  readonly onChoose?: (branch: B) => void
  /** Actions of the branches; without it, branches have no buttons. */
  readonly actions?: BranchActions<B>
  /** Id of a branch to scroll to once it is among the rows; `onShown` is then called. */
  readonly wanted?: string | undefined
  readonly onShown?: () => void
}

/**
 * Returns the effect of a key in a tree (ARIA APG): the index of the row to move to, or whether to open or close the
 * current row.
 */
function stepOf(
  key: string,
  rows: readonly TreeRow<unknown>[],
  present: number,
): number | 'open' | 'close' | undefined {
  const row = rows[present]
  if (!row) return undefined
  const last = rows.length - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(present + 1, last)
    case 'ArrowUp':
      return Math.max(present - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowRight':
      if (row.open === undefined) return undefined
      return row.open ? present + 1 : 'open'
    case 'ArrowLeft':
      if (row.open) return 'close'
      return rows.slice(0, present).findLastIndex(({ level }) => level < row.level)
    default:
      return undefined
  }
}

/**
 * A tree that is one stop in the tab order. Arrow keys, Home and End move inside it. With thousands of branches, only
 * visible ones are rendered.
 */
export function Tree<B extends Branch>(props: TreeProps<B>) {
  const { label, rows, nameOf, keyWord = '', onFold, checked, onCheck, chosen, onChoose } = props
  const { actions, wanted, onShown } = props
  const box = useRef<HTMLDivElement>(null)
  const seen = useWindow(box, rows.length)
  const [active, setActive] = useState<{ readonly id: string; readonly index: number }>()
  // If the current row is gone, the row now at its position becomes current.
  const found = rows.findIndex(({ branch }) => branch.id === active?.id)
  const present = found >= 0 ? found : Math.max(0, Math.min(active?.index ?? 0, rows.length - 1))
  const hasFocus = useRef(false)
  const takesFocus = useRef(false)

  const goTo = (index: number) => {
    const row = rows[index]
    if (!row) return
    takesFocus.current = true
    setActive({ id: row.branch.id, index })
    seen.bringIntoSight(index)
  }

  const target = wanted === undefined ? -1 : rows.findIndex(({ branch }) => branch.id === wanted)
  useLayoutEffect(() => {
    if (target < 0) return
    seen.bringIntoSight(target)
    setActive({ id: wanted ?? '', index: target })
    onShown?.()
  }, [target, wanted, seen.bringIntoSight, onShown])

  useLayoutEffect(() => {
    // The focused row may be gone, and the focus with it.
    const isLost = hasFocus.current && focusedElement() === null
    if (!takesFocus.current && !isLost) return
    takesFocus.current = false
    box.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus({ preventScroll: true })
  })

  const pressed = (event: KeyboardEvent) => {
    const row = rows[present]
    // The buttons in a row handle their own keys.
    if (!row || !(event.target instanceof Element) || event.target.getAttribute('role') !== 'treeitem') return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { id } = row.branch
    const step = stepOf(event.key, rows, present)
    if (typeof step === 'number') goTo(step)
    else if (step) onFold?.(id, step === 'open')
    else if (event.key === ' ' || event.key === 'Enter') {
      if (onCheck) onCheck(id)
      else if (onChoose) onChoose(row.branch)
      else if (row.open !== undefined) onFold?.(id, !row.open)
    } else return
    event.preventDefault()
  }

  const drawn = rows.slice(seen.first, seen.last).map((_, index) => seen.first + index)
  const indexes =
    rows[present] && !drawn.includes(present) ? [...drawn, present].sort((a, b) => a - b) : drawn
  return (
    <div ref={box} className="tree" onScroll={seen.look}>
      <div
        role="tree"
        aria-label={label}
        aria-multiselectable={checked !== undefined || undefined}
        style={{ height: rows.length * rowHeight }}
        onKeyDown={pressed}
        onFocus={() => {
          hasFocus.current = true
        }}
        onBlur={({ target }) => {
          if (target.isConnected) hasFocus.current = false
        }}
      >
        {indexes.map((index) => {
          const row = rows[index]
          return (
            row && (
              <Row
                key={row.branch.id}
                row={row}
                index={index}
                isPresent={index === present}
                keyWord={keyWord}
                checked={checked?.has(row.branch.id)}
                name={nameOf(row.branch)}
                chosen={onChoose && row.branch.id === chosen}
                actions={actions?.of(row.branch) ?? []}
                history={actions ? { entity: actions.history, entityId: row.branch.id } : 'none'}
                onFold={onFold}
                onActive={() => setActive({ id: row.branch.id, index })}
                onPress={() => (onCheck ? onCheck(row.branch.id) : onChoose?.(row.branch))}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

interface RowProps extends Pick<TreeProps<Branch>, 'onFold'> {
  readonly row: TreeRow<Branch>
  readonly name: string
  readonly index: number
  /** Whether the row is the tree's stop in the tab order. */
  readonly isPresent: boolean
  readonly keyWord: string
  readonly checked: boolean | undefined
  readonly chosen: boolean | undefined
  readonly actions: readonly RowAction[]
  readonly history: RowHistory
  readonly onActive: () => void
  readonly onPress: () => void
}

function Row(props: RowProps) {
  const {
    row,
    name,
    index,
    isPresent,
    keyWord,
    checked,
    chosen,
    actions,
    history,
    onFold,
    onActive,
    onPress,
  } = props
  const { branch, level, position, count, open } = row
  const { id } = branch
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its rows
    <div
      role="treeitem"
      className="tree-row"
      aria-label={name}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={count}
      aria-expanded={open}
      aria-checked={checked}
      aria-selected={chosen}
      tabIndex={isPresent ? 0 : -1}
      style={{ top: index * rowHeight, '--level': level - 1 } as object}
      onFocus={onActive}
      onClick={onPress}
    >
      <span className="tree-indent" />
      {open === undefined || !onFold ? (
        <span className="tree-leaf" />
      ) : (
        <button
          type="button"
          className="icon-button tree-fold"
          aria-hidden="true"
          tabIndex={-1}
          data-open={open}
          onClick={(event) => {
            event.stopPropagation()
            onFold(id, !open)
          }}
        >
          <IconDown />
        </button>
      )}
      {checked !== undefined && (
        <input type="checkbox" aria-hidden="true" tabIndex={-1} checked={checked} readOnly />
      )}
      <span className="tree-name" title={name}>
        <Marked name={name} keyWord={keyWord} />
      </span>
      {actions.length > 0 && (
        <span className="tree-actions">
          <RowActions itemName={name} actions={actions} history={history} />
        </span>
      )}
    </div>
  )
}

/** Shows a name with the search text marked. */
function Marked({ name, keyWord }: { readonly name: string; readonly keyWord: string }) {
  const [first] = foldedRanges(name, keyWord)
  if (!first) return name
  const { start, end } = first
  return (
    <>
      {name.slice(0, start)}
      <mark>{name.slice(start, end)}</mark>
      {name.slice(end)}
    </>
  )
}
