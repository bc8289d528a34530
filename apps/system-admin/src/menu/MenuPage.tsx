import { type Menu, menuDelete, menuTree, openStatus, rootMenuId, userInfo } from '@atrium/contract'
import { Button, ErrorState } from '@atrium/ui-kit'
import { DataTable, EmptyState, HistoryScope, PageHeader, TableTools, useCall } from '@atrium/ui-kit/list'
import { useDeletion, useEntityDialog } from '@atrium/ui-kit/overlay'
import { useCallback } from 'react'
import { useSystemText } from '../texts/index.ts'
import { MenuDialog } from './MenuDialog.tsx'
import { useMenuColumns } from './use-menu-columns.tsx'
import { useMenuRows } from './use-menu-rows.ts'
import './menu.css'

/** Calls that return menus, for this page, the permission trees of roles, and the shell. */
const lists = [menuTree, userInfo]

/** Gap after the last sibling, so that later menus can be numbered in between. */
const gap = 10
const nextSeq = (siblings: readonly Menu[]): number => Math.max(0, ...siblings.map(({ seq }) => seq)) + gap

/** Edits the two levels of the suite's menu: groups and entries, and their order. */
export default function MenuPage() {
  const t = useSystemText()
  const query = useCall(menuTree, {})
  const dialog = useEntityDialog<Menu>()
  const remove = useDeletion(menuDelete, lists)
  const { tree, rows, rowClassName, said, ...handlers } = useMenuRows(query.data)
  const { add, edit } = dialog
  const addTo = useCallback(
    (parentId: string) => {
      const siblings = parentId === rootMenuId ? tree : tree?.find(({ id }) => id === parentId)?.list
      add({ parentId, seq: nextSeq(siblings ?? []), status: openStatus.open })
    },
    [tree, add],
  )
  const addEntry = useCallback(({ id }: Menu) => addTo(id), [addTo])
  const columns = useMenuColumns({ ...handlers, addTo: addEntry, edit, remove })
  const addGroup = (
    <Button type="primary" disabled={!tree} onClick={() => addTo(rootMenuId)}>
      {t('menu.add')}
    </Button>
  )
  return (
    <div className="page">
      <PageHeader title={t('menu.title')} purpose={t('menu.purpose')} action={addGroup} />
      <div className="card menu-card">
        <div className="list-head">
          <TableTools name="menu" columns={columns} onRefresh={query.refetch} />
        </div>
        {query.error ? (
          <ErrorState
            title={t('menu.failed')}
            detail={query.error.message}
            retryLabel={t('action.retry')}
            onRetry={query.refetch}
          />
        ) : (
          <HistoryScope>
            <DataTable
              name="menu"
              label={t('menu.title')}
              columns={columns}
              rows={rows}
              rowClassName={rowClassName}
              empty={<EmptyState title={t('menu.empty')} hint={t('menu.emptyHint')} action={addGroup} />}
            />
          </HistoryScope>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <MenuDialog state={dialog} tree={tree} refreshes={lists} />
    </div>
  )
}
