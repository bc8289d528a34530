import { rootMenuId } from '@atrium/contract'
import { IconDown, IconDragDotVertical, MenuIcon } from '@atrium/ui-kit/icons'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useSystemText } from '../texts/index.ts'
import type { MenuRow } from './rows.ts'
import { handleMark } from './useRowDrag.ts'

export interface MenuNameHandlers {
  readonly fold: (id: string) => void
  readonly move: (row: MenuRow, place: number) => void
  readonly drag: (row: MenuRow, down: PointerEvent<HTMLElement>) => void
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** A menu's name with its icon, the handle that it is moved by, and for a group the button that folds it. */
export function MenuNameCell({ row, fold, move, drag }: { readonly row: MenuRow } & MenuNameHandlers) {
  const t = useSystemText()
  const { id, displayName } = row
  const nudge = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(row, row.place + step)
  }
  return (
    <span className={`menu-name ${row.parentId === rootMenuId ? '' : 'menu-name-entry'}`}>
      <button
        type="button"
        className="icon-button menu-handle"
        aria-label={t('menu.drag', { menu: displayName })}
        title={t('menu.dragHint')}
        onPointerDown={(down) => drag(row, down)}
        onKeyDown={nudge}
        {...{ [handleMark]: id }}
      >
        <IconDragDotVertical aria-hidden="true" />
      </button>
      {row.entries > 0 && (
        <button
          type="button"
          className="icon-button menu-fold"
          aria-expanded={!row.folded}
          aria-label={t('menu.entriesOf', { menu: displayName })}
          onClick={() => fold(id)}
        >
          <IconDown aria-hidden="true" />
        </button>
      )}
      <MenuIcon name={row.icon} />
      <span className="menu-name-text" title={displayName}>
        {displayName}
      </span>
    </span>
  )
}
