import { type Severity, type TrailFinding, type TrailReviewDetails, trailAreas } from '@atrium/contract'
import { useAddressState, useContractText, useGo, useLabels } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import {
  CardTitle,
  type Column,
  DataTable,
  EmptyState,
  editColumn,
  StatusTag,
  shownInstant,
  type Tone,
  useMayChange,
} from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { useEffect, useMemo } from 'react'
import { CloseFindingDialog, FindingDialog } from './FindingDialog.tsx'
import { useTrailReviewText } from './texts/index.ts'

const tones: Readonly<Record<Severity, Tone>> = { minor: 'plain', major: 'warning', critical: 'bad' }

/** An event of the trail, and its area, for which the audit trail’s screen asks to add a finding. */
const ofAddress = { event: '', area: '' }

interface Props {
  readonly review: TrailReviewDetails
}

/** Opens the dialog of a new finding if the address names an event. */
function useRequestedFinding(add: (values: Partial<TrailFinding>) => void, { review }: Props, may: boolean) {
  const [{ event, area }, setAddress] = useAddressState(ofAddress)
  useEffect(() => {
    if (event === '' || !may) return
    const known = trailAreas.find((each) => each === area)
    add({ reviewId: review.id, eventId: event, ...(known && { area: known }) })
    setAddress(ofAddress, { replace: true })
  }, [event, area, may, add, review.id, setAddress])
}

/** Lists the findings of a review. */
export function FindingTable({ review }: Props) {
  const t = useTrailReviewText()
  const word = useContractText()
  const label = useLabels('trailReview')
  const go = useGo()
  const dialog = useEntityDialog<TrailFinding>()
  const closing = useEntityDialog<TrailFinding>()
  const { edit, add } = dialog
  const { edit: close } = closing
  const { id, state, mayReview, findings } = review
  const mayChange = state === 'open' && mayReview
  const mayClose = useMayChange() && (mayChange || state === 'concluded')
  useRequestedFinding(add, { review }, mayChange)
  const columns = useMemo<readonly Column<TrailFinding>[]>(
    () => [
      {
        key: 'finding',
        title: label('finding'),
        width: 220,
        always: true,
        pinned: true,
        render: ({ finding, finderName, foundAt }) => (
          <>
            <span className="trail-review-text">{finding}</span>
            <span className="trail-review-line">{`${finderName} · ${shownInstant(foundAt)}`}</span>
          </>
        ),
      },
      {
        key: 'severity',
        title: label('severity'),
        width: 90,
        render: ({ severity }) => (
          <StatusTag tone={tones[severity]}>{word(`trailReview.severities.${severity}`)}</StatusTag>
        ),
      },
      {
        key: 'area',
        title: label('area'),
        width: 140,
        render: ({ area }) => word(`auditTrail.areas.${area}`),
      },
      {
        key: 'action',
        title: t('due'),
        width: 200,
        render: ({ action, responsible, dueDay, isOverdue }) => (
          <>
            <span className="trail-review-text">{action || '–'}</span>
            {(responsible || dueDay) && (
              <span className="trail-review-line">
                {dueDay ? t('dueOf', { name: responsible || '–', day: dueDay }) : responsible}
              </span>
            )}
            {isOverdue && <StatusTag tone="bad">{t('overdue')}</StatusTag>}
          </>
        ),
      },
      {
        key: 'outcome',
        title: label('outcome'),
        width: 200,
        render: ({ outcome, closerName, closedAt }) =>
          outcome === '' ? (
            <StatusTag tone="warning">{t('notClosed')}</StatusTag>
          ) : (
            <>
              <span className="trail-review-text">{outcome}</span>
              <span className="trail-review-line">
                {t('closedBy', { name: closerName, time: shownInstant(closedAt) })}
              </span>
            </>
          ),
      },
      editColumn<TrailFinding>({
        name: ({ finding }) => finding,
        history: 'trail_review_finding',
        before: (finding) => [
          ...(finding.eventId === ''
            ? []
            : [
                {
                  label: t('showEvent'),
                  onChoose: () =>
                    go('auditTrail', { query: { reviewId: id, area: finding.area, event: finding.eventId } }),
                },
              ]),
          ...(mayClose && finding.outcome === ''
            ? [{ label: t('closeAction'), onChoose: () => close(finding) }]
            : []),
        ],
        mayEdit: ({ outcome }) => mayChange && outcome === '',
        edit: (finding) => edit(finding),
        width: 150,
      }),
    ],
    [t, word, label, go, id, mayChange, mayClose, close, edit],
  )
  return (
    <section className="card trail-review-card">
      <div className="trail-review-head">
        <CardTitle>{t('findings')}</CardTitle>
        <div className="trail-review-tools">
          {mayChange && <Button onClick={() => add({ reviewId: id })}>{t('addFinding')}</Button>}
        </div>
      </div>
      <DataTable
        name="trailReviews.findings"
        label={t('findings')}
        columns={columns}
        rows={findings}
        empty={<EmptyState title={t('noFindings')} hint={mayChange ? t('noFindingsHint') : ''} />}
      />
      <FindingDialog state={dialog} areas={review.areas} tenantId={review.tenantId} />
      <CloseFindingDialog state={closing} tenantId={review.tenantId} />
    </section>
  )
}
