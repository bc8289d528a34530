import {
  globalTenantId,
  type TrailReview,
  trailReviewCancel,
  trailReviewFilters,
  trailReviewList,
} from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import {
  type ColumnsOf,
  EmptyState,
  editColumn,
  ListCard,
  shownInstant,
  useList,
  useMayChange,
} from '@atrium/ui-kit/list'
import { operate, useEntityDialog } from '@atrium/ui-kit/overlay'
import { StateFilters, stateFilters } from '@atrium/ui-kit/pickers'
import { useCallback, useMemo } from 'react'
import { ReviewDialog, type ReviewValues } from './ReviewDialog.tsx'
import { StateTag } from './StateTag.tsx'
import { useTrailReviewText } from './texts/index.ts'

interface Props {
  readonly tenantId: string
  readonly show: (id: string) => void
}

/** Lists the reviews of a tenant, or of the platform. */
export function ReviewList({ tenantId, show }: Props) {
  const t = useTrailReviewText()
  const word = useContractText()
  const label = useLabels('trailReview')
  const fixed = useMemo(() => ({ tenantId }), [tenantId])
  const list = useList(trailReviewList, { filters: stateFilters, fixed, enabled: tenantId !== '' })
  const mayChange = useMayChange()
  const dialog = useEntityDialog<ReviewValues>()
  const { edit } = dialog
  const cancel = useCallback(
    ({ id, name, tenantId }: TrailReview) =>
      void operate([trailReviewList], {
        question: {
          title: t('cancel'),
          content: t('cancelQuestion', { name }),
          ok: t('cancel'),
          cancel: t('keep'),
          danger: true,
        },
        call: trailReviewCancel,
        input: { id },
        tenantId,
        done: word('trailReview.done.cancelled'),
      }),
    [t, word],
  )
  const columns = useMemo<ColumnsOf<typeof trailReviewList>>(() => {
    const mayEdit = ({ state }: TrailReview) => mayChange && (state === 'planned' || state === 'open')
    return [
      {
        key: 'name',
        title: label('name'),
        width: 200,
        always: true,
        pinned: true,
        render: (review) => (
          <>
            <Button type="text" size="small" className="trail-review-name" onClick={() => show(review.id)}>
              {review.name}
            </Button>
            <span className="trail-review-line">
              {review.studyName || t(tenantId === globalTenantId ? 'platform' : 'wholeTenant')}
            </span>
          </>
        ),
      },
      { key: 'state', title: label('state'), width: 150, render: (review) => <StateTag review={review} /> },
      {
        key: 'dueDay',
        title: label('dueDay'),
        width: 120,
        render: ({ dueDay, everyMonths }) => (
          <>
            <span className="trail-review-first">{dueDay}</span>
            {everyMonths > 0 && (
              <span className="trail-review-line">{word(`trailReview.months.${everyMonths}` as never)}</span>
            )}
          </>
        ),
      },
      {
        key: 'people',
        title: label('reviewers'),
        width: 150,
        render: ({ people }) => people.map(({ name }) => name).join(', ') || t('everybody'),
      },
      {
        key: 'findingCount',
        title: t('findings'),
        width: 150,
        render: ({ findingCount, openFindings }) =>
          findingCount > 0 && t('openFindings', { count: findingCount, open: openFindings }),
      },
      {
        key: 'concludedAt',
        title: label('concludedAt'),
        width: 170,
        render: ({ concludedAt, concluderName, isPartial }) =>
          concludedAt !== '' && (
            <>
              <span className="trail-review-first">{shownInstant(concludedAt)}</span>
              <span className="trail-review-line">
                {isPartial ? `${concluderName} · ${t('partial')}` : concluderName}
              </span>
            </>
          ),
      },
      editColumn<TrailReview>({
        name: ({ name }) => name,
        history: 'trail_review',
        before: (review) => [
          { label: t('open'), onChoose: () => show(review.id) },
          ...(mayEdit(review) ? [{ label: t('cancel'), danger: true, onChoose: () => cancel(review) }] : []),
        ],
        mayEdit,
        edit: (review) => edit(review),
        width: 150,
      }),
    ]
  }, [t, word, label, tenantId, show, cancel, edit, mayChange])
  const states = useMemo(
    () => trailReviewFilters.map((state) => ({ value: state, label: word(`trailReview.states.${state}`) })),
    [word],
  )
  return (
    <>
      <ListCard
        list={list}
        name="trailReviews"
        label={t('title')}
        columns={columns}
        filters={<StateFilters of={list.state} states={states} search={t('search')} />}
        tools={
          mayChange && (
            <div className="trail-review-tools">
              <Button
                type="primary"
                onClick={() => dialog.add({ tenantId, reviewers: [], areas: [], everyMonths: 3 })}
              >
                {t('add')}
              </Button>
            </div>
          )
        }
        empty={<EmptyState title={t('empty')} hint={t('emptyHint')} />}
      />
      <ReviewDialog state={dialog} />
    </>
  )
}
