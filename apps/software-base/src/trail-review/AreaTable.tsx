import { type TrailArea, type TrailReviewDetails, trailReviewInfo, trailReviewLook } from '@atrium/contract'
import { send, useContractText, useGo } from '@atrium/shared-api'
import { useNarrow } from '@atrium/ui-kit'
import {
  CardTitle,
  type Column,
  DataTable,
  RowButton,
  refresh,
  StatusTag,
  shownInstant,
} from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useTrailReviewText } from './texts/index.ts'

type Row = TrailReviewDetails['reviewedAreas'][number] & { readonly id: string }

/** Maximum number of looks that a row shows. The PDF has all of them. */
const maxLooks = 3

/** Lists what has to be looked at, with the numbers of events and who has looked. */
export function AreaTable({ review }: { readonly review: TrailReviewDetails }) {
  const t = useTrailReviewText()
  const word = useContractText()
  const go = useGo()
  const isNarrow = useNarrow()
  const { id, state, mayReview, reviewedAreas } = review
  const isOpen = state === 'open'
  const hasBegun = isOpen || state === 'concluded'
  const rows = useMemo<Row[]>(() => reviewedAreas.map((row) => ({ ...row, id: row.area })), [reviewedAreas])
  const columns = useMemo<readonly Column<Row>[]>(() => {
    const look = async (area: TrailArea) => {
      if (isOpen && mayReview) {
        const isRecorded = await send(trailReviewLook, { id, area }).then(
          () => true,
          () => false,
        )
        void refresh(trailReviewInfo)
        if (!isRecorded) return
      }
      go('auditTrail', { query: { reviewId: id, area } })
    }
    const looksOf = ({ looks }: Row) =>
      looks.length === 0
        ? hasBegun && <StatusTag tone="warning">{t('notLooked')}</StatusTag>
        : looks.slice(0, maxLooks).map(({ fullName, userName, time, events, own }) => (
            <span key={time} className="trail-review-look">
              {t('lookOf', { name: fullName || userName, time: shownInstant(time), count: events, own })}
            </span>
          ))
    return [
      {
        key: 'area',
        title: t('areas'),
        width: isNarrow ? 200 : 170,
        always: true,
        pinned: true,
        render: (row) => (
          <>
            {word(`auditTrail.areas.${row.area}`)}
            {isNarrow && <span className="trail-review-line trail-review-text">{looksOf(row)}</span>}
          </>
        ),
      },
      ...(isOpen
        ? [
            { key: 'events', title: t('events'), width: 90, render: ({ events }: Row) => events },
            { key: 'own', title: t('own'), width: 90, render: ({ own }: Row) => own },
          ]
        : []),
      ...(isNarrow ? [] : [{ key: 'looks', title: t('looks'), width: 340, render: looksOf }]),
      ...(hasBegun
        ? [
            {
              key: 'actions',
              title: '',
              width: 110,
              actions: true,
              render: ({ area }: Row) => (
                <RowButton
                  label={t('look')}
                  itemName={word(`auditTrail.areas.${area}`)}
                  onChoose={() => void look(area)}
                />
              ),
            },
          ]
        : []),
    ]
  }, [t, word, go, id, isOpen, hasBegun, mayReview, isNarrow])
  return (
    <section className="card trail-review-card">
      <CardTitle>{t('areas')}</CardTitle>
      <DataTable name="trailReviews.areas" label={t('areas')} columns={columns} rows={rows} empty={null} />
    </section>
  )
}
