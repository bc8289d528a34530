import {
  type DictionaryEntry,
  dictionaryChildren,
  dictionaryDelete,
  dictionaryList,
  globalTenantId,
} from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type Column, RowActions, StatusTag } from '@atrium/ui-kit/list'
import { useDeletion } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'
import { mayEdit, useIsPlatform } from './access.ts'

/** What shows dictionary entries. */
export const entryLists = [dictionaryList, dictionaryChildren]

interface Options {
  /** Whether global entries stand among others and are marked. */
  readonly marksGlobal?: boolean

  readonly edit: (entry: DictionaryEntry) => void
  /** For entries that can have children. */
  readonly children?: {
    readonly add: (parent: DictionaryEntry) => void
    readonly show: (parent: DictionaryEntry) => void
  }
}

/** The columns of a list of dictionary entries. */
export function useEntryColumns({
  marksGlobal = false,
  edit,
  children,
}: Options): readonly Column<DictionaryEntry>[] {
  const t = useSystemText()
  const label = useLabels('dictionary')
  const isPlatform = useIsPlatform()
  const remove = useDeletion(dictionaryDelete, entryLists)
  return useMemo(() => {
    const actionsOf = (entry: DictionaryEntry) => [
      ...(children ? [{ label: t('dictionary.children'), onChoose: () => children.show(entry) }] : []),
      ...(children && mayEdit(entry, isPlatform)
        ? [{ label: t('dictionary.addChild'), onChoose: () => children.add(entry) }]
        : []),
      ...(mayEdit(entry, isPlatform)
        ? [
            { label: t('action.edit'), onChoose: () => edit(entry) },
            {
              label: t('action.delete'),
              danger: true,
              onChoose: () => remove({ id: entry.id }, entry.displayName),
            },
          ]
        : []),
    ]
    return [
      {
        key: 'displayName',
        title: label('dicName'),
        width: 152,
        always: true,
        render: ({ displayName, tenantId }) => (
          <>
            {displayName}
            {marksGlobal && tenantId === globalTenantId && (
              <>
                {' '}
                <StatusTag tone="plain">{t('dictionary.global')}</StatusTag>
              </>
            )}
          </>
        ),
      },
      { key: 'dicCode', title: label('dicCode'), width: 100 },
      { key: 'sort', title: label('sort'), width: 80, numeric: true },
      {
        key: 'actions',
        title: t('action.actions'),
        width: children ? 272 : 136,
        actions: true,
        render: (entry) => <RowActions thing={entry.displayName} actions={actionsOf(entry)} />,
      },
    ]
  }, [t, label, isPlatform, marksGlobal, edit, remove, children])
}
