import type { Site, siteList } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, editColumn } from '@atrium/ui-kit/list'
import { placeName } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'

interface Handlers {
  readonly edit: (site: Site) => void
  readonly remove: (input: { id: string }, name: string) => void
}

/** The columns of the site list. */
export function useSiteColumns({ edit, remove }: Handlers): ColumnsOf<typeof siteList> {
  const t = useSystemText()
  const label = useLabels('site')
  return useMemo(
    () => [
      { key: 'siteName', title: label('siteName'), width: 192, sortable: true, always: true },
      { key: 'region', title: t('site.region'), width: 176, render: placeName },
      { key: 'levelDesc', title: label('levelId'), width: 150 },
      { key: 'typeDesc', title: label('typeId'), width: 140 },
      { key: 'address', title: label('address'), width: 120 },
      editColumn({
        name: ({ siteName }) => siteName,
        edit,
        remove: ({ id, siteName }) => remove({ id }, siteName),
        mayRemove: ({ isUserAdd }) => isUserAdd !== 0,
        width: 128,
      }),
    ],
    [t, label, edit, remove],
  )
}
