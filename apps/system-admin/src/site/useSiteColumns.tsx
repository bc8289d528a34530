import type { Site } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type Column, RowActions } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { placeName } from '../place.ts'
import { useSystemText } from '../texts/index.ts'

interface Handlers {
  readonly edit: (site: Site) => void
  readonly remove: (input: { id: string }, name: string) => void
}

/** The columns of the site list. */
export function useSiteColumns({ edit, remove }: Handlers): readonly Column<Site>[] {
  const t = useSystemText()
  const label = useLabels('site')
  return useMemo(() => {
    const actionsOf = (site: Site) => [
      { label: t('action.edit'), onChoose: () => edit(site) },
      ...(site.isUserAdd === 0
        ? []
        : [
            {
              label: t('action.delete'),
              danger: true,
              onChoose: () => remove({ id: site.id }, site.siteName),
            },
          ]),
    ]
    return [
      { key: 'siteName', title: label('siteName'), width: 192, sortable: true, always: true },
      { key: 'region', title: t('site.region'), width: 176, render: placeName },
      { key: 'levelDesc', title: label('levelId'), width: 150 },
      { key: 'typeDesc', title: label('typeId'), width: 140 },
      { key: 'address', title: label('address'), width: 120 },
      {
        key: 'actions',
        title: t('action.actions'),
        width: 128,
        actions: true,
        render: (site) => <RowActions thing={site.siteName} actions={actionsOf(site)} />,
      },
    ]
  }, [t, label, edit, remove])
}
