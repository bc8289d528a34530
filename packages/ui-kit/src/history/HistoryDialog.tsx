import { Button } from '@arco-design/web-react'
import { auditList } from '@atrium/contract'
import { useMemo, useState } from 'react'
import { EmptyState } from '../list/EmptyState.tsx'
import { ListRows } from '../list/ListRows.tsx'
import { usePagedList } from '../list/use-paged-list.ts'
import { DialogFrame } from '../overlay/DialogFrame.tsx'
import type { Thing } from './context.ts'
import { EventDetails } from './EventDetails.tsx'
import { SearchedTo } from './SearchedTo.tsx'
import { useHistoryText } from './texts/index.ts'
import { useEventColumns } from './use-event-columns.tsx'
import './styles.ts'

export interface HistoryDialogProps {
  readonly thing: Thing
  readonly open: boolean
  readonly onClose: () => void
  readonly afterClose: () => void
}

/** Columns that are the same in every event of one thing. */
const ofThing: readonly string[] = ['entityDesc', 'entityName', 'tenantName']

interface EventsProps {
  readonly thing: Thing
  readonly onOpen: (id: string) => void
}

/** Lists the events of a thing, newest first. */
function Events({ thing: { entity, entityId }, onOpen }: EventsProps) {
  const t = useHistoryText()
  const [before, setBefore] = useState('')
  const input = useMemo(() => ({ entity, entityId, before }), [entity, entityId, before])
  const list = usePagedList(auditList, input)
  const all = useEventColumns(onOpen)
  const columns = useMemo(() => all.filter(({ key }) => !ofThing.includes(key)), [all])
  return (
    <>
      <ListRows
        list={list}
        name="history"
        label={t('title')}
        columns={columns}
        empty={<EmptyState title={t('empty')} hint={t('emptyHint')} />}
      />
      <SearchedTo result={list.response} before={before} onSearch={setBefore} />
    </>
  )
}

/** Lists what the audit trail has of a thing. An event opens to its details in the same dialog. */
export default function HistoryDialog({ thing, open, onClose, afterClose }: HistoryDialogProps) {
  const t = useHistoryText()
  const [event, setEvent] = useState('')
  return (
    <DialogFrame
      open={open}
      title={t(event === '' ? 'titleOf' : 'eventOf', { name: thing.name })}
      width={1000}
      onClose={onClose}
      afterClose={afterClose}
      footer={
        <>
          {event !== '' && <Button onClick={() => setEvent('')}>{t('back')}</Button>}
          <Button type="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <div className="history-events" hidden={event !== ''}>
        <Events thing={thing} onOpen={setEvent} />
      </div>
      {event !== '' && <EventDetails id={event} />}
    </DialogFrame>
  )
}
