import type { auditList } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { useMemo } from 'react'
import { shownInstant } from '../base/instant.ts'
import { RowButton } from '../list/cells.tsx'
import type { ColumnsOf } from '../list/column.ts'
import { useHistoryText } from './texts/index.ts'

interface PersonProps {
  readonly fullName: string
  /** '' for the system. */
  readonly userName: string
}

/** Shows full name and user name of the person who acted. */
export function Person({ fullName, userName }: PersonProps) {
  const t = useHistoryText()
  if (userName === '') return t('system')
  if (fullName === '' || fullName === userName) return userName
  return t('person', { fullName, userName })
}

/**
 * Returns the columns of a list of events.
 * @param onOpen shows an event; must stay the same function between renders
 */
export function useEventColumns(onOpen: (id: string) => void): ColumnsOf<typeof auditList> {
  const t = useHistoryText()
  const label = useLabels('auditTrail')
  return useMemo(
    () => [
      {
        key: 'time',
        title: label('time'),
        width: 175,
        always: true,
        pinned: true,
        render: ({ time }) => shownInstant(time),
      },
      {
        key: 'actorName',
        title: label('actorName'),
        width: 150,
        render: ({ actorFullName, actorName }) => <Person fullName={actorFullName} userName={actorName} />,
      },
      {
        key: 'callDesc',
        title: label('call'),
        width: 150,
        always: true,
        render: ({ id, callDesc, entityName, time }) => (
          <RowButton
            label={callDesc}
            itemName={[entityName, shownInstant(time)].filter(Boolean).join(' ')}
            onChoose={() => onOpen(id)}
          />
        ),
      },
      { key: 'entityDesc', title: label('entity'), width: 110 },
      { key: 'entityName', title: label('entityName'), width: 150 },
      { key: 'studyName', title: label('studyName'), width: 130 },
      {
        key: 'tenantName',
        title: label('tenantName'),
        width: 130,
        render: ({ tenantName }) => tenantName || t('platform'),
      },
      { key: 'reason', title: label('reason'), width: 150 },
    ],
    [t, label, onOpen],
  )
}
