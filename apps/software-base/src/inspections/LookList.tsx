import { inspectionLooks } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { type ColumnsOf, EmptyState, ListCard, shownInstant, useList } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useRefreshWhile } from '../job/use-refresh-while.ts'
import { useInspectionText } from './texts/index.ts'

interface Props {
  readonly id: string
  readonly name: string
  readonly back: () => void
}

/** Lists what an inspector read, and keeps the list up to date. */
export function LookList({ id, name, back }: Props) {
  const t = useInspectionText()
  const label = useLabels('inspection')
  const fixed = useMemo(() => ({ inspectionId: id }), [id])
  const list = useList(inspectionLooks, { fixed })
  useRefreshWhile(true, list.retry)
  const columns = useMemo<ColumnsOf<typeof inspectionLooks>>(
    () => [
      {
        key: 'time',
        title: label('time'),
        width: 170,
        always: true,
        pinned: true,
        render: ({ time }) => shownInstant(time),
      },
      {
        key: 'act',
        title: label('act'),
        width: 220,
        render: ({ act }) => <span className="inspection-text">{act}</span>,
      },
      { key: 'studyNames', title: label('studyNames'), width: 160 },
      {
        key: 'filters',
        title: label('filters'),
        width: 260,
        render: ({ filters }) => <span className="inspection-text">{filters}</span>,
      },
      {
        key: 'rows',
        title: label('rows'),
        width: 80,
        render: ({ rows }) => (rows < 0 ? t('asFile') : rows),
      },
      { key: 'address', title: label('address'), width: 140 },
    ],
    [label, t],
  )
  return (
    <ListCard
      list={list}
      name="inspectionLooks"
      label={t('looks')}
      columns={columns}
      tools={
        <div className="inspection-tools">
          <Button onClick={back}>{t('back')}</Button>
          <h2>{t('looksOf', { name })}</h2>
          <span className="inspection-line">{t('looksHint')}</span>
        </div>
      }
      empty={<EmptyState title={t('noLooks')} hint={t('noLooksHint')} />}
    />
  )
}
