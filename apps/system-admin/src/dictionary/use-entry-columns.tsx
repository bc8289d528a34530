import {
  type DictionaryEntry,
  dictionaryChildren,
  dictionaryDelete,
  dictionaryList,
  dictionarySave,
  globalTenantId,
} from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, editColumn, StatusTag, useIsPlatform } from '@atrium/ui-kit/list'
import { useDeletion } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'
import { historyOf, mayEdit } from './access.ts'

/** The calls that list dictionary entries. */
export const entryLists = [dictionaryList, dictionaryChildren]

interface Options {
  /** Whether global entries are mixed with others and marked. */
  readonly marksGlobal?: boolean

  readonly edit: (entry: DictionaryEntry) => void
  /** Set only for entries that can have children. */
  readonly children?: {
    readonly add: (parent: DictionaryEntry) => void
    readonly show: (parent: DictionaryEntry) => void
  }
}

/** Returns the columns of a list of dictionary entries. */
export function useEntryColumns({
  marksGlobal = false,
  edit,
  children,
}: Options): ColumnsOf<typeof dictionaryList> {
  const t = useSystemText()
  const label = useLabels('dictionary')
  const isPlatform = useIsPlatform(dictionarySave)
  const remove = useDeletion(dictionaryDelete, entryLists)
  return useMemo(() => {
    const below =
      ({ show, add }: NonNullable<Options['children']>) =>
      (entry: DictionaryEntry) => [
        { label: t('dictionary.children'), onChoose: () => show(entry) },
        ...(mayEdit(entry, isPlatform)
          ? [{ label: t('dictionary.addChild'), onChoose: () => add(entry) }]
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
      editColumn<DictionaryEntry>({
        name: ({ displayName }) => displayName,
        history: (entry) => historyOf(entry, isPlatform) ?? 'none',
        before: children && below(children),
        edit,
        remove: ({ id, displayName, tenantId }) => remove({ id }, displayName, tenantId),
        mayEdit: (entry) => mayEdit(entry, isPlatform),
        width: children ? 272 : 136,
      }),
    ]
  }, [t, label, isPlatform, marksGlobal, edit, remove, children])
}
