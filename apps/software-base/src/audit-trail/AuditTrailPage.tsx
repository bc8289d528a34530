import { auditList } from '@atrium/contract'
import { useAddressState, useGo, withTexts } from '@atrium/shared-api'
import { lazyPart } from '@atrium/ui-kit'
import { SearchedTo, useEventColumns } from '@atrium/ui-kit/history'
import { EmptyState, ListPage, useList, useMayChange } from '@atrium/ui-kit/list'
import { useTenantFilters } from '@atrium/ui-kit/pickers'
import { Suspense, useCallback, useMemo } from 'react'
import { EventDialog } from './EventDialog.tsx'
import { ExportTools } from './ExportTools.tsx'
import { filters } from './filters.ts'
import { TrailFilters } from './TrailFilters.tsx'
import { useAuditTrailText } from './texts/index.ts'

/** The open event, and the event before which the list searches. Both belong to this visit, so they are not stored. */
const ofAddress = { event: '', before: '', page: 1 }

/** Fetched only for the events of a review. If the fetch fails, the events are shown without it. */
const ReviewBanner = lazyPart(
  () => withTexts(import('../trail-review/ReviewBanner.tsx'), 'trailReview'),
  () => null,
)

/** Page with the audit trail: search, export, and each event with its changes and its seal. */
export default function AuditTrailPage() {
  const t = useAuditTrailText()
  const go = useGo()
  const mayChange = useMayChange()
  const [{ event, before }, setAddress] = useAddressState(ofAddress)
  const fixed = useMemo(() => ({ before }), [before])
  const { state: present, ...list } = useList(auditList, { ...useTenantFilters(filters), fixed })
  const { filter, choose, clear } = present
  const changing = useMemo(() => {
    /** Other filters start with the newest event again. */
    const afresh =
      <Input extends unknown[]>(change: (...input: Input) => void) =>
      (...input: Input) => {
        change(...input)
        setAddress({ before: '' }, { replace: true })
      }
    return { filter: afresh(filter), choose: afresh(choose), clear: afresh(clear) }
  }, [filter, choose, clear, setAddress])
  const state = { ...present, ...changing }
  const { reviewId = '', area = '', tenantId = '', ...others } = state.values
  const isNarrowed = Object.values(others).some((value) => value !== '')
  const open = useCallback((id: string) => setAddress({ event: id }), [setAddress])
  const columns = useEventColumns(open)
  const showRequest = (requestId: string) => {
    setAddress({ event: '' })
    state.choose({ ...filters, requestId })
  }
  return (
    <>
      <ListPage
        title={t('title')}
        purpose={t('purpose')}
        name="auditTrail"
        list={{ ...list, state }}
        columns={columns}
        filters={<TrailFilters state={state} />}
        tools={
          <>
            {reviewId !== '' && (
              <Suspense>
                <ReviewBanner
                  reviewId={reviewId}
                  area={area}
                  onAll={
                    isNarrowed ? () => state.choose({ ...filters, tenantId, reviewId, area }) : undefined
                  }
                />
              </Suspense>
            )}
            <ExportTools values={state.values} />
            <SearchedTo
              result={list.response}
              before={before}
              onSearch={(next) => setAddress({ before: next, page: 1 })}
            />
          </>
        }
        empty={<EmptyState title={t('empty')} hint={t('emptyHint')} />}
      />
      <EventDialog
        id={event}
        onClose={() => setAddress({ event: '' })}
        onRequest={showRequest}
        onFinding={
          reviewId === '' || !mayChange
            ? undefined
            : (id) => go('trailReviews', { query: { review: reviewId, event: id, area } })
        }
      />
    </>
  )
}
