import { trailAreas, trailReviewInfo } from '@atrium/contract'
import { useContractText, useGo } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { useCall } from '@atrium/ui-kit/list'
import { staleTime } from '../audit-trail/use-lookups.ts'
import { useTrailReviewText } from './texts/index.ts'
import './trail-review.css'

interface Props {
  readonly reviewId: string
  readonly area: string
  /** Clears the filters that the reader has set; undefined if there are none. */
  readonly onAll: (() => void) | undefined
}

/**
 * Says above the events of the trail which review they belong to, and whether filters leave some out. Leads back to the
 * review.
 */
export default function ReviewBanner({ reviewId, area, onAll }: Props) {
  const t = useTrailReviewText()
  const word = useContractText()
  const go = useGo()
  const { data } = useCall(trailReviewInfo, { id: reviewId }, { staleTime })
  const known = trailAreas.find((each) => each === area) ?? 'all'
  return (
    <div className="trail-review-head" role="status">
      {data && (
        <span>
          {t(onAll ? 'reviewingSome' : 'reviewing', {
            name: data.name,
            area: word(`auditTrail.areas.${known}`),
          })}
        </span>
      )}
      <div className="trail-review-tools">
        {onAll && (
          <Button size="small" onClick={onAll}>
            {t('showAll')}
          </Button>
        )}
        <Button size="small" onClick={() => go('trailReviews', { query: { review: reviewId } })}>
          {t('toReview')}
        </Button>
      </div>
    </div>
  )
}
