import { type Menu, rootMenuId } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { IconArrowDown, IconArrowUp, IconDown, MenuIcon } from '@atrium/ui-kit/icons'
import { type Column, editColumn, OpenTag } from '@atrium/ui-kit/list'
import { DragHandle, type RegisterHandle } from '@atrium/ui-kit/reorder'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'
import type { MenuRow } from './rows.ts'

interface MenuNameHandlers {
  readonly fold: (id: string) => void
  readonly move: (row: MenuRow, position: number) => void
  /** Registers the drag handles of rows. */
  readonly register: RegisterHandle
}

/** Shows a menu's name with its icon and drag handle. Groups also have a fold button. */
function MenuNameCell({ row, fold, move, register }: { readonly row: MenuRow } & MenuNameHandlers) {
  const t = useSystemText()
  const { id, displayName } = row
  return (
    <span className={`menu-name ${row.parentId === rootMenuId ? '' : 'menu-name-entry'}`}>
      <DragHandle
        id={id}
        label={t('menu.drag', { menu: displayName })}
        title={t('menu.dragHint')}
        register={register}
        onStep={(step) => move(row, row.position + step)}
      />
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

interface Props {
  readonly row: MenuRow
  readonly move: (row: MenuRow, position: number) => void
}

/** Shows a menu's position, with buttons that move the menu by one. */
function MenuSteps({ row, move }: Props) {
  const t = useSystemText()
  const steps = [
    { to: row.position - 1, label: t('menu.up', { menu: row.displayName }), Icon: IconArrowUp },
    { to: row.position + 1, label: t('menu.down', { menu: row.displayName }), Icon: IconArrowDown },
  ]
  return (
    <span className="menu-steps">
      <span>{row.seq}</span>
      {steps.map(({ to, label, Icon }) => (
        <button
          key={label}
          type="button"
          className="icon-button menu-step"
          aria-label={label}
          title={label}
          // Not `disabled`, because the button would lose the focus at the end of the list.
          aria-disabled={to < 1 || to > row.among}
          onClick={() => move(row, to)}
        >
          <Icon aria-hidden="true" />
        </button>
      ))}
    </span>
  )
}

interface Handlers extends MenuNameHandlers {
  readonly addTo: (group: Menu) => void
  readonly edit: (menu: Menu) => void
  readonly remove: (input: { ids: string[] }, name: string) => void
}

/** Returns the columns of the menu tree. */
export function useMenuColumns(handlers: Handlers): readonly Column<MenuRow>[] {
  const { fold, move, register, addTo, edit, remove } = handlers
  const t = useSystemText()
  const label = useLabels('menu')
  return useMemo(() => {
    return [
      {
        key: 'displayName',
        title: label('name'),
        width: 280,
        always: true,
        render: (row) => <MenuNameCell row={row} fold={fold} move={move} register={register} />,
      },
      { key: 'url', title: label('url'), width: 240 },
      {
        key: 'seq',
        title: label('seq'),
        width: 120,
        render: (row) => <MenuSteps row={row} move={move} />,
      },
      {
        key: 'status',
        title: label('status'),
        width: 96,
        render: ({ status }) => <OpenTag status={status} />,
      },
      editColumn<MenuRow>({
        name: ({ displayName }) => displayName,
        history: 'menu',
        before: (row) =>
          row.parentId === rootMenuId ? [{ label: t('menu.addTo'), onChoose: () => addTo(row) }] : [],
        edit,
        remove: ({ id, displayName }) => remove({ ids: [id] }, displayName),
        width: 216,
      }),
    ]
  }, [t, label, fold, move, register, addTo, edit, remove])
}
