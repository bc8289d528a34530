import { globalTenantId, trailReviewSave } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { PageHeader, useIsPlatform } from '@atrium/ui-kit/list'
import { NoTenant, TenantSelect, useTenantChoice } from '@atrium/ui-kit/pickers'
import { useCallback, useMemo } from 'react'
import { ReviewDetails } from './ReviewDetails.tsx'
import { ReviewList } from './ReviewList.tsx'
import { useTrailReviewText } from './texts/index.ts'
import './trail-review.css'

/** Initial state of the page's address. Choosing a tenant resets the page number of the list. */
const ofAddress = { tenantId: '', review: '', page: 1 }

/** The reviews of a tenant, or of the platform. */
function Reviews({ show }: { readonly show: (id: string) => void }) {
  const t = useTrailReviewText()
  const isPlatform = useIsPlatform(trailReviewSave)
  const [address, setAddress] = useAddressState(ofAddress)
  const before = useMemo(
    () => (isPlatform ? [{ value: globalTenantId, label: t('platform') }] : []),
    [isPlatform, t],
  )
  const { tenantId, isNone, select } = useTenantChoice({
    chosen: address.tenantId,
    onChoose: (id) => setAddress({ tenantId: id, page: 1 }),
    before,
  })
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
