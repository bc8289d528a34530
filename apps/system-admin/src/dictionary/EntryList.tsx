import {
  type Category,
  type DictionaryEntry,
  dictionaryList,
  dictionarySave,
  globalTenantId,
} from '@atrium/contract'
import { EmptyState, ListCard, useIsPlatform, useList } from '@atrium/ui-kit/list'
import type { EntityDialogState } from '@atrium/ui-kit/overlay'
import { useMemo, useState } from 'react'
import { useSystemText } from '../texts/index.ts'
import { mayAdd } from './access.ts'
import { ChildListDialog } from './ChildListDialog.tsx'
import { useEntryColumns } from './use-entry-columns.tsx'

interface Props {
  readonly category: Category
  readonly tenantId: string
  /** Dialog that adds and edits entries. */
  readonly dialog: EntityDialogState<DictionaryEntry>
}

/** Lists the entries of a category. Entries of a parent category open their children. */
export function EntryList({ category, tenantId, dialog }: Props) {
  const t = useSystemText()
  const isPlatform = useIsPlatform(dictionarySave)
  const fixed = useMemo(() => ({ tenantId, categoryId: category.code }), [tenantId, category.code])
  const list = useList(dictionaryList, { fixed })
  const [parent, setParent] = useState<DictionaryEntry>()
  const { add, edit } = dialog
  const children = useMemo(
    () =>
      category.isParent
        ? {
            show: setParent,
            add: ({ id, tenantId }: DictionaryEntry) =>
              add({ parentId: id, categoryId: category.childCode, tenantId }),
          }
        : undefined,
    [category, add],
  )
  const columns = useEntryColumns({ marksGlobal: tenantId !== globalTenantId, edit, children })
  return (
    <>
      <ListCard
        name="dictionary.entries"
        label={`${t('dictionary.entries')}: ${category.desc}`}
        heading={category.desc}
        list={list}
        columns={columns}
        empty={
          <EmptyState
            title={t('dictionary.empty')}
            hint={
              mayAdd(category, tenantId, isPlatform) ? t('dictionary.emptyHint') : t('dictionary.readOnly')
            }
          />
        }
      />
      <ChildListDialog
        parent={parent}
        dialog={dialog}
        onAdd={children?.add}
        onClose={() => setParent(undefined)}
      />
    </>
  )
}
