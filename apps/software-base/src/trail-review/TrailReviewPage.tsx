import { trailReviewSave } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { PageHeader } from '@atrium/ui-kit/list'
import { NoTenant, TenantSelect, usePageTenant, usePlatformChoice } from '@atrium/ui-kit/pickers'
import { useCallback } from 'react'
import { ReviewDetails } from './ReviewDetails.tsx'
import { ReviewList } from './ReviewList.tsx'
import { useTrailReviewText } from './texts/index.ts'
import './trail-review.css'

const ofAddress = { review: '' }

/** The reviews of a tenant, or of the platform. */
function Reviews({ show }: { readonly show: (id: string) => void }) {
  const t = useTrailReviewText()
  const { tenantId, isNone, select } = usePageTenant(usePlatformChoice(trailReviewSave, t('platform')))
  return (
    <>
      <TenantSelect {...select} />
      {isNone ? <NoTenant /> : <ReviewList tenantId={tenantId} show={show} />}
    </>
  )
}

/** Page with the reviews of the audit trail, or with one of them. */
export default function TrailReviewPage() {
  const t = useTrailReviewText()
  const [{ review }, setAddress] = useAddressState(ofAddress)
  const show = useCallback((id: string) => setAddress({ review: id }), [setAddress])
  return (
    <div className="page">
      <PageHeader title={t('title')} purpose={t('purpose')} />
      {review === '' ? (
        <Reviews show={show} />
      ) : (
        <ReviewDetails key={review} id={review} back={() => show('')} />
      )}
    </div>
  )
}
