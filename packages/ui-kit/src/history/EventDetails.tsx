import { auditEvent } from '@atrium/contract'
import { ErrorState } from '../base/ErrorState.tsx'
import { shownZone } from '../base/instant.ts'
import { useCall } from '../base/query.ts'
import { TableSkeleton } from '../list/DataTable.tsx'
import { useKitText } from '../texts/index.ts'
import { EventFacts } from './EventFacts.tsx'
import { useHistoryText } from './texts/index.ts'

export interface EventDetailsProps {
  /** Id of the event. */
  readonly id: string
  /** Filters the list by a request; undefined if the list has no such filter. */
  readonly onRequest?: (requestId: string) => void
}

/** Loads an event and shows it. */
export function EventDetails({ id, onRequest }: EventDetailsProps) {
  const t = useHistoryText()
  const kit = useKitText()
  const { data, error, refetch } = useCall(auditEvent, { id, timeZone: shownZone }, { enabled: id !== '' })
  if (data) return <EventFacts event={data} onRequest={onRequest} />
  if (!error) return <TableSkeleton />
  return (
    <ErrorState title={t('failed')} detail={error.message} retryLabel={kit('list.retry')} onRetry={refetch} />
  )
}
