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
}

/** Says above the events of the trail which review they belong to, and leads back to it. */
export default function ReviewBanner({ reviewId, area }: Props) {
  const t = useTrailReviewText()
  const word = useContractText()
  const go = useGo()
  const { data } = useCall(trailReviewInfo, { id: reviewId }, { staleTime })
  const known = trailAreas.find((each) => each === area) ?? 'all'
  return (
    <div className="trail-review-head" role="status">
      {data && <span>{t('reviewing', { name: data.name, area: word(`auditTrail.areas.${known}`) })}</span>}
      <div className="trail-review-tools">
        <Button size="small" onClick={() => go('trailReviews', { query: { review: reviewId } })}>
          {t('toReview')}
        </Button>
      </div>
    </div>
  )
}
