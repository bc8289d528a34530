import type { TrailReview, TrailReviewState } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { StatusTag, type Tone } from '@atrium/ui-kit/list'

const tones: Readonly<Record<TrailReviewState, Tone>> = {
  planned: 'info',
  open: 'warning',
  concluded: 'good',
  cancelled: 'plain',
}

/** Shows the state of a review, and whether it is overdue. */
export function StateTag({ review: { state, isOverdue } }: { readonly review: TrailReview }) {
  const word = useContractText()
  return (
    <span className="trail-review-tags">
      {isOverdue && <StatusTag tone="bad">{word('trailReview.states.overdue')}</StatusTag>}
      <StatusTag tone={tones[state]}>{word(`trailReview.states.${state}`)}</StatusTag>
    </span>
  )
}
