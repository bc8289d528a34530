import {
  globalTenantId,
  type SealState,
  type TrailReviewDetails,
  trailReviewExport,
  trailReviewInfo,
  trailReviewList,
  trailReviewNotices,
  trailReviewStart,
} from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { Button, ErrorState } from '@atrium/ui-kit'
import { SignatureFacts } from '@atrium/ui-kit/history'
import {
  CardTitle,
  DownloadProgress,
  HistoryScope,
  StatusTag,
  shownInstant,
  shownZone,
  TableSkeleton,
  type Tone,
  useCall,
  useDownloadProgress,
  useDownloads,
} from '@atrium/ui-kit/list'
import { Fact, Facts, operate, useEntityDialog } from '@atrium/ui-kit/overlay'
import { AreaTable } from './AreaTable.tsx'
import { ConcludeDialog } from './ConcludeDialog.tsx'
import { FindingTable } from './FindingTable.tsx'
import { StateTag } from './StateTag.tsx'
import { useTrailReviewText } from './texts/index.ts'

interface Reviewed {
  readonly review: TrailReviewDetails
}

/** Exports the review. A separate component, so that progress does not redraw the page. */
function ExportButton({ id }: { readonly id: string }) {
  const t = useTrailReviewText()
  const busy = t('export.running')
  const downloads = useDownloads({ done: t('export.done'), cancelled: t('export.cancelled'), busy })
  const isBusy = useDownloadProgress(downloads) !== undefined
  return (
    <>
      <Button
        disabled={isBusy}
        onClick={() => void downloads.start(trailReviewExport, { reviewId: id, timeZone: shownZone })}
      >
        {t('export.action')}
      </Button>
      <DownloadProgress downloads={downloads} label={() => busy} cancel={t('export.cancel')} />
    </>
  )
}

/** What a reviewer can do with the review. */
function Actions({ review }: Reviewed) {
  const t = useTrailReviewText()
  const { id, name, tenantId, state, mayReview } = review
  const concluding = useEntityDialog<TrailReviewDetails>()
  const start = () =>
    operate([trailReviewInfo, trailReviewList, trailReviewNotices], {
      question: { title: t('startTitle'), content: t('startQuestion', { name }), ok: t('start') },
      call: trailReviewStart,
      input: { id },
      tenantId,
      done: t('startDone'),
    })
  return (
    <>
      {mayReview && state === 'planned' && (
        <Button type="primary" onClick={() => void start()}>
          {t('start')}
        </Button>
      )}
      {mayReview && state === 'open' && (
        <Button type="primary" onClick={() => concluding.edit({ ...review, conclusion: '' })}>
          {t('conclude')}
        </Button>
      )}
      {state !== 'planned' && <ExportButton id={id} />}
      <ConcludeDialog state={concluding} />
    </>
  )
}

const sealTones: Readonly<Record<SealState, Tone>> = {
  waiting: 'info',
  intact: 'good',
  broken: 'bad',
  unread: 'warning',
}

/** The last seal that the review covers. Blinded readers see only its state. */
function CoveringSeal({ seal: { state, number, time, hash } }: Pick<TrailReviewDetails, 'seal'>) {
  const t = useTrailReviewText()
  const word = useContractText()
  return (
    <>
      <StatusTag tone={sealTones[state]}>{word(`auditTrail.seals.${state}`)}</StatusTag>{' '}
      {number > 0 && t('sealOf', { number, time: shownInstant(time) })}
      {hash !== '' && <code className="trail-review-text">{hash}</code>}
    </>
  )
}

/** The plan, the covered period and its seal. */
function ReviewFacts({ review }: Reviewed) {
  const t = useTrailReviewText()
  const word = useContractText()
  const label = useLabels('trailReview')
  const { tenantId, studyName, people, dueDay, everyMonths, fromTime, untilTime } = review
  const from = fromTime === '' ? t('beginning') : shownInstant(fromTime)
  return (
    <Facts>
      <Fact label={t('scope')}>
        {studyName || t(tenantId === globalTenantId ? 'platform' : 'wholeTenant')}
      </Fact>
      <Fact label={label('reviewers')}>{people.map(({ name }) => name).join(', ') || t('everybody')}</Fact>
      <Fact label={label('dueDay')}>
        {everyMonths > 0 ? `${dueDay} · ${word(`trailReview.months.${everyMonths}` as never)}` : dueDay}
      </Fact>
      <Fact label={t('period')}>
        {untilTime === '' ? t('notBegun') : t('periodOf', { from, until: shownInstant(untilTime) })}
      </Fact>
      {untilTime !== '' && (
        <Fact label={t('seal')}>
          <CoveringSeal seal={review.seal} />
        </Fact>
      )}
    </Facts>
  )
}

/** The conclusion and its signature. */
function Result({ review }: Reviewed) {
  const t = useTrailReviewText()
  const label = useLabels('trailReview')
  const { conclusion, recordSha256, signature } = review
  return (
    <section className="card trail-review-card">
      <CardTitle>{t('result')}</CardTitle>
      <Facts>
        <Fact label={label('conclusion')}>{conclusion || '–'}</Fact>
        {recordSha256 !== '' && (
          <Fact label={label('recordSha256')}>
            <code>{recordSha256}</code>
          </Fact>
        )}
      </Facts>
      <SignatureFacts signature={signature} />
    </section>
  )
}

interface Props {
  readonly id: string
  readonly back: () => void
}

/** Shows one review: its facts, what was looked at, what was found, and its signed result. */
export function ReviewDetails({ id, back }: Props) {
  const t = useTrailReviewText()
  const { data: review, error, refetch } = useCall(trailReviewInfo, { id }, { keepPrevious: true })
  const toList = <Button onClick={back}>{t('back')}</Button>
  if (!review)
    return (
      <div className="card trail-review-card">
        {error ? (
          <ErrorState
            title={t('loadFailed')}
            detail={error.message}
            retryLabel={t('retry')}
            onRetry={() => void refetch()}
          />
        ) : (
          <TableSkeleton />
        )}
        {toList}
      </div>
    )
  const notices = [
    review.isBlinded && t('blinded'),
    review.isPartial && t('partialNotice'),
    !review.mayReview && (review.state === 'planned' || review.state === 'open') && t('notYours'),
  ].filter((notice) => notice !== false)
  return (
    <HistoryScope>
      <section className="card trail-review-card">
        <div className="trail-review-head">
          <h2 className="card-title">{review.name}</h2>
          <StateTag review={review} />
          <div className="trail-review-tools">
            {toList}
            <Actions review={review} />
          </div>
        </div>
        {notices.map((notice) => (
          <p key={notice} className="trail-review-notice">
            {notice}
          </p>
        ))}
        <ReviewFacts review={review} />
      </section>
      {review.state === 'concluded' && <Result review={review} />}
      <AreaTable review={review} />
      <FindingTable review={review} />
    </HistoryScope>
  )
}
