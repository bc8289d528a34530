import { type Menu, rootMenuId } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type Column, editColumn, OpenTag } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
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
        render: ({ status }) => <OpenTag status={status} />,
      },
      editColumn<MenuRow>({
        name: ({ displayName }) => displayName,
        before: (row) =>
          row.parentId === rootMenuId ? [{ label: t('menu.addTo'), onChoose: () => addTo(row) }] : [],
        edit,
        remove: ({ id, displayName }) => remove({ ids: [id] }, displayName),
        width: 216,
      }),
    ]
  }, [t, label, fold, move, drag, addTo, edit, remove])
}
