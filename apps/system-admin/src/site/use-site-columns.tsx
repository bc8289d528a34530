import { categories, type Site, type siteList } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, editColumn } from '@atrium/ui-kit/list'
import { regionName, useDictionaryFilter } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'

interface Handlers {
  readonly edit: (site: Site) => void
  readonly remove: (input: { id: string }, name: string) => void
}

/** Returns the columns of the site list. */
export function useSiteColumns({ edit, remove }: Handlers): ColumnsOf<typeof siteList> {
  const t = useSystemText()
  const label = useLabels('site')
  const levels = useDictionaryFilter(categories.siteLevel)
  const types = useDictionaryFilter(categories.siteType)
  return useMemo(
    () => [
      { key: 'siteName', title: label('siteName'), width: 150, sortable: true, always: true },
      { key: 'region', title: t('site.region'), width: 140, render: regionName },
      {
        key: 'levelDesc',
        title: label('levelId'),
        width: 104,
        filter: { name: 'levelId', ...levels },
      },
      { key: 'typeDesc', title: label('typeId'), width: 120, filter: { name: 'typeId', ...types } },
      { key: 'address', title: label('address'), width: 140 },
      editColumn({
        name: ({ siteName }) => siteName,
        history: 'site',
        edit,
        remove: ({ id, siteName }) => remove({ id }, siteName),
        mayRemove: ({ isUserAdd }) => isUserAdd !== 0,
        width: 128,
      }),
    ],
    [t, label, levels, types, edit, remove],
  )
}
