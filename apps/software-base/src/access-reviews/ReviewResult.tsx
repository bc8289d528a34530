import { type AccessReview, accessReviewExport, accessReviewInfo, accessReviewItems } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { Button, ErrorState } from '@atrium/ui-kit'
import { SignatureFacts } from '@atrium/ui-kit/history'
import {
  EmptyState,
  ListCard,
  shownInstant,
  shownZone,
  useCall,
  useList,
  useMayChange,
} from '@atrium/ui-kit/list'
import { Fact, Facts, useEntityDialog } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { ReportExport } from '../report-export/ReportExport.tsx'
import { CloseDialog } from './CloseDialog.tsx'
import { ItemFilters, itemFilters, itemRequest } from './ItemFilters.tsx'
import { mayClose } from './ReviewList.tsx'
import { useAccessReviewText } from './texts/index.ts'
import { useFollow } from './use-follow.ts'
import { useItemColumns } from './use-item-columns.tsx'

const lists = [accessReviewItems, accessReviewInfo]

interface Props {
  readonly id: string
  readonly back: () => void
}

/** Facts and result of a review. */
function Result({ id, back }: Props) {
  const t = useAccessReviewText()
  const word = useContractText()
  const label = useLabels('accessReview')
  const { data: review, isError, refetch } = useCall(accessReviewInfo, { id }, { keepPrevious: true })
  const mayChange = useMayChange()
  const closing = useEntityDialog<AccessReview>()
  if (isError && !review)
    return (
      <div className="card">
        <ErrorState title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />
        <Button onClick={back}>{t('back')}</Button>
      </div>
    )
  const facts: readonly (readonly [string, string])[] = review
    ? [
        [label('state'), word(`accessReview.states.${review.state}`)],
        [t('scope'), [review.studyName, review.roleName].filter(Boolean).join(' · ') || t('wholeTenant')],
        [label('reviewers'), review.people.map(({ name }) => name).join(', ') || t('administrators')],
        [t('period'), `${review.firstDay} – ${review.lastDay}`],
        [label('unanswered'), word(`accessReview.unansweredActs.${review.unanswered}`)],
        [t('progress'), t('progressOf', { answered: review.answered, count: review.itemCount })],
        [label('answer'), t('results', review)],
        ...(review.state === 'closed'
          ? ([
              [label('closerName'), `${review.closerName} · ${shownInstant(review.closedAt)}`],
              [label('conclusion'), review.conclusion || '–'],
            ] as const)
          : []),
      ]
    : []
  return (
    <div className="card review-result">
      <div className="review-result-head">
        <h2 className="card-title">{review?.name}</h2>
        <div className="review-tools">
          <Button onClick={back}>{t('back')}</Button>
          {mayChange && review && mayClose(review) && (
            <Button type="primary" onClick={() => closing.edit(review)}>
              {t('close')}
            </Button>
          )}
          {review && review.itemCount > 0 && (
            <ReportExport
              call={accessReviewExport}
              inputOf={(format) => ({ reviewId: id, format, timeZone: shownZone })}
              jsonLines={t('wholeRecord')}
            />
          )}
        </div>
      </div>
      <Facts>
        {facts.map(([name, value]) => (
          <Fact key={name} label={name}>
            {value}
          </Fact>
        ))}
        {review?.state === 'closed' && (
          <>
            <Fact label={label('resultSha256')}>
              <code>{review.resultSha256 || '–'}</code>
            </Fact>
            {review.signature.state === 'none' && (
              <Fact label={t('signature')}>{word('accessReview.unsigned')}</Fact>
            )}
          </>
        )}
      </Facts>
      {review?.state === 'closed' && <SignatureFacts signature={review.signature} />}
      <CloseDialog state={closing} />
    </div>
  )
}

/** Shows one review: its facts, its result, and every access with the decision on it. */
export function ReviewResult({ id, back }: Props) {
  const t = useAccessReviewText()
  const fixed = useMemo(() => ({ reviewId: id }), [id])
  const list = useList(accessReviewItems, { filters: itemFilters, request: itemRequest, fixed })
  useFollow(list.rows, lists)
  return (
    <>
      <Result id={id} back={back} />
      <ListCard
        list={list}
        name="accessReviews.items"
        label={t('access')}
        columns={useItemColumns(false)}
        filters={<ItemFilters state={list.state} />}
        empty={<EmptyState title={t('noItems')} hint={t('noItemsHint')} />}
      />
    </>
  )
}
