import {
  type AccessReview,
  accessReviewCancel,
  accessReviewList,
  accessReviewStates,
  globalTenantId,
} from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import {
  type ColumnsOf,
  deploymentDay,
  EmptyState,
  editColumn,
  ListCard,
  StatusTag,
  type Tone,
  useList,
  useMayChange,
} from '@atrium/ui-kit/list'
import { operate, useEntityDialog } from '@atrium/ui-kit/overlay'
import { StateFilters, stateFilters } from '@atrium/ui-kit/pickers'
import { useCallback, useMemo } from 'react'
import { CloseDialog } from './CloseDialog.tsx'
import { ReviewDialog, type ReviewValues } from './ReviewDialog.tsx'
import { useAccessReviewText } from './texts/index.ts'

const tones: Readonly<Record<AccessReview['state'], Tone>> = {
  planned: 'info',
  open: 'warning',
  ended: 'bad',
  closed: 'good',
  cancelled: 'plain',
}

/** Whether a review can be closed now. */
export const mayClose = ({ state, answered, itemCount, pending }: AccessReview): boolean =>
  pending === 0 && (state === 'ended' || (state === 'open' && answered === itemCount))

interface Props {
  readonly tenantId: string
  readonly show: (id: string) => void
}

/** Lists the reviews of a tenant, or of the platform. */
export function ReviewList({ tenantId, show }: Props) {
  const t = useAccessReviewText()
  const word = useContractText()
  const label = useLabels('accessReview')
  const fixed = useMemo(() => ({ tenantId }), [tenantId])
  const list = useList(accessReviewList, { filters: stateFilters, fixed, enabled: tenantId !== '' })
  const mayChange = useMayChange()
  const dialog = useEntityDialog<ReviewValues>()
  const closing = useEntityDialog<AccessReview>()
  const { edit } = dialog
  const { edit: close } = closing
  const cancel = useCallback(
    ({ id, name, tenantId }: AccessReview) =>
      void operate([accessReviewList], {
        question: {
          title: t('cancel'),
          content: t('cancelQuestion', { name }),
          ok: t('cancel'),
          cancel: t('keep'),
          danger: true,
        },
        call: accessReviewCancel,
        input: { id },
        tenantId,
        done: word('accessReview.done.cancelled'),
      }),
    [t, word],
  )
  const columns = useMemo<ColumnsOf<typeof accessReviewList>>(() => {
    const scopeOf = ({ studyName, roleName }: AccessReview) =>
      [studyName || (tenantId === globalTenantId ? t('platform') : t('wholeTenant')), roleName]
        .filter(Boolean)
        .join(' · ')
    return [
      {
        key: 'name',
        title: label('name'),
        width: 200,
        always: true,
        pinned: true,
        render: (review) => (
          <>
            <Button type="text" size="small" className="review-name" onClick={() => show(review.id)}>
              {review.name}
            </Button>
            <span className="review-line">{scopeOf(review)}</span>
          </>
        ),
      },
      {
        key: 'state',
        title: label('state'),
        width: 100,
        render: ({ state }) => (
          <StatusTag tone={tones[state]}>{word(`accessReview.states.${state}`)}</StatusTag>
        ),
      },
      {
        key: 'firstDay',
        title: t('period'),
        width: 180,
        render: ({ firstDay, lastDay, everyMonths }) => (
          <>
            <span className="review-first">{firstDay}</span>
            <span className="review-line">
              {[
                t('lastDay', { day: lastDay }),
                everyMonths > 0 && word(`accessReview.months.${everyMonths}` as never),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </>
        ),
      },
      {
        key: 'people',
        title: label('reviewers'),
        width: 150,
        render: ({ people }) => people.map(({ name }) => name).join(', ') || t('administrators'),
      },
      {
        key: 'answered',
        title: t('progress'),
        width: 200,
        render: (review) =>
          review.itemCount > 0 && (
            <>
              <span className="review-first">
                {t('progressOf', { answered: review.answered, count: review.itemCount })}
              </span>
              <span className="review-line">{t('results', review)}</span>
              {review.failed > 0 && (
                <span className="review-line">{t('failedCount', { count: review.failed })}</span>
              )}
              {review.orphans > 0 && (
                <span className="review-line">{t('orphanCount', { count: review.orphans })}</span>
              )}
            </>
          ),
      },
      editColumn<AccessReview>({
        name: ({ name }) => name,
        history: 'access_review',
        before: (review) => [
          { label: t('open'), onChoose: () => show(review.id) },
          ...(mayChange && mayClose(review) ? [{ label: t('close'), onChoose: () => close(review) }] : []),
          ...(mayChange && (review.state === 'planned' || review.state === 'open')
            ? [{ label: t('cancel'), danger: true, onChoose: () => cancel(review) }]
            : []),
        ],
        mayEdit: ({ state }) => mayChange && state === 'planned',
        edit: (review) => edit(review),
        width: 150,
      }),
    ]
  }, [t, word, label, tenantId, show, cancel, edit, close, mayChange])
  const states = useMemo(
    () => accessReviewStates.map((state) => ({ value: state, label: word(`accessReview.states.${state}`) })),
    [word],
  )
  return (
    <>
      <ListCard
        list={list}
        name="accessReviews"
        label={t('parts.reviews')}
        columns={columns}
        filters={<StateFilters of={list.state} states={states} search={t('search')} />}
        tools={
          mayChange && (
            <div className="review-tools">
              <Button
                type="primary"
                onClick={() =>
                  dialog.add({
                    ...{ tenantId, reviewers: [], firstDay: deploymentDay(), duration: 14 },
                    ...{ everyMonths: 0, unanswered: 'revoke' },
                  })
                }
              >
                {t('add')}
              </Button>
            </div>
          )
        }
        empty={<EmptyState title={t('noReviews')} hint={t('noReviewsHint')} />}
      />
      <ReviewDialog state={dialog} />
      <CloseDialog state={closing} />
    </>
  )
}
