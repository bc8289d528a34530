import { type Menu, rootMenuId } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type Column, RowActions } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { StatusOf } from '../status/index.ts'
import { useSystemText } from '../texts/index.ts'
import { MenuNameCell, type MenuNameHandlers } from './MenuNameCell.tsx'
import { MenuSteps } from './MenuSteps.tsx'
import type { MenuRow } from './rows.ts'

interface Handlers extends MenuNameHandlers {
  readonly addTo: (group: Menu) => void
  readonly edit: (menu: Menu) => void
  readonly remove: (input: { ids: string[] }, name: string) => void
}

/** The columns of the tree of menus. */
export function useMenuColumns(handlers: Handlers): readonly Column<MenuRow>[] {
  const { fold, move, drag, addTo, edit, remove } = handlers
  const t = useSystemText()
  const label = useLabels('menu')
  return useMemo(() => {
    const actionsOf = (row: MenuRow) => [
      ...(row.parentId === rootMenuId ? [{ label: t('menu.addTo'), onChoose: () => addTo(row) }] : []),
      { label: t('action.edit'), onChoose: () => edit(row) },
      {
        label: t('action.delete'),
        danger: true,
        onChoose: () => remove({ ids: [row.id] }, row.displayName),
      },
    ]
    return [
      {
        key: 'displayName',
        title: label('name'),
        width: 280,
        always: true,
        render: (row) => <MenuNameCell row={row} fold={fold} move={move} drag={drag} />,
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
        render: ({ status }) => <StatusOf status={status} />,
      },
      {
        key: 'actions',
        title: t('action.actions'),
        width: 216,
        actions: true,
        render: (row) => <RowActions thing={row.displayName} actions={actionsOf(row)} />,
      },
    ]
  }, [t, label, fold, move, drag, addTo, edit, remove])
}
