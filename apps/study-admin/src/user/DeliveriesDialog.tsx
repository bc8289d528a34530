import { type AccessDelivery, studyUserDeliveries } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import {
  type ColumnsOf,
  EmptyState,
  ListParts,
  StatusTag,
  shownInstant,
  type Tone,
  usePagedList,
} from '@atrium/ui-kit/list'
import { Dialog } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useStudyText } from '../texts/index.ts'

const tones: Readonly<Record<AccessDelivery['state'], Tone>> = {
  open: 'warning',
  done: 'good',
  unsupported: 'plain',
  failed: 'bad',
}

function useColumns(): ColumnsOf<typeof studyUserDeliveries> {
  const t = useStudyText()
  return useMemo(
    () => [
      {
        key: 'at',
        title: t('user.deliveries.at'),
        width: 160,
        always: true,
        render: ({ at }) => shownInstant(at),
      },
      {
        key: 'state',
        title: t('user.deliveries.state'),
        width: 110,
        render: ({ state }) => (
          <StatusTag tone={tones[state]}>{t(`user.deliveries.states.${state}`)}</StatusTag>
        ),
      },
      { key: 'people', title: t('user.deliveries.people'), width: 90 },
      { key: 'confirmed', title: t('user.deliveries.confirmed'), width: 100 },
      {
        key: 'durationMs',
        title: t('user.deliveries.duration'),
        width: 100,
        render: ({ durationMs }) =>
          durationMs !== null && t('user.deliveries.milliseconds', { count: durationMs }),
      },
      { key: 'message', title: t('user.deliveries.message'), width: 260 },
    ],
    [t],
  )
}

interface Props {
  readonly studyUrlId: string
  readonly software: string
  readonly open: boolean
  readonly onClose: () => void
  readonly afterClose: () => void
}

/** Lists the calls by which a product was notified of changed rights in the tenant. */
export function DeliveriesDialog({ studyUrlId, software, open, onClose, afterClose }: Props) {
  const t = useStudyText()
  const input = useMemo(() => ({ studyUrlId }), [studyUrlId])
  const list = usePagedList(studyUserDeliveries, input)
  const columns = useColumns()
  return (
    <Dialog
      open={open}
      title={t('user.deliveries.title', { software })}
      width={900}
      onClose={onClose}
      afterClose={afterClose}
      footer={<Button onClick={onClose}>{t('user.deliveries.close')}</Button>}
    >
      <p className="study-sites-people">{t('user.deliveries.hint')}</p>
      <ListParts
        list={list}
        name="userAllowed.deliveries"
        label={t('user.deliveries.label')}
        columns={columns}
        empty={<EmptyState title={t('user.deliveries.empty')} />}
      />
    </Dialog>
  )
}
