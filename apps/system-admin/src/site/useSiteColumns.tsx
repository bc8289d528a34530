import type { Site } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
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
  const field = useContractText()
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
      { key: 'siteName', title: field('field.siteName', {}), width: 192, sortable: true, always: true },
      { key: 'region', title: t('site.region'), width: 176, render: placeName },
      { key: 'levelDesc', title: field('field.levelId', {}), width: 150 },
      { key: 'typeDesc', title: field('field.typeId', {}), width: 140 },
      { key: 'address', title: field('field.address', {}), width: 120 },
      {
        key: 'actions',
        title: t('action.actions'),
        width: 128,
        actions: true,
        render: (site) => <RowActions thing={site.siteName} actions={actionsOf(site)} />,
      },
    ]
  }, [t, field, edit, remove])
}
