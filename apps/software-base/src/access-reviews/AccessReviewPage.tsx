import { accessReviewSave, globalTenantId } from '@atrium/contract'
import { useAddressState, usePageTitle } from '@atrium/shared-api'
import { PageHeader, Tabs, useIsPlatform } from '@atrium/ui-kit/list'
import { NoTenant, TenantSelect, useTenantChoice } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { ReviewList } from './ReviewList.tsx'
import { ReviewResult } from './ReviewResult.tsx'
import { useAccessReviewText } from './texts/index.ts'
import { useHasMenu } from './use-has-menu.ts'
import { WorkList } from './WorkList.tsx'
import './access-reviews.css'

/** Initial state of the page's address. Choosing a part, a tenant or a review resets the page number of the list. */
const ofAddress = { part: 'work', tenantId: '', review: '', page: 1 }

/** The reviews of a tenant or of the platform. */
function Reviews({
  shownReview,
  show,
}: {
  readonly shownReview: string
  readonly show: (id: string) => void
}) {
  const t = useAccessReviewText()
  const isPlatform = useIsPlatform(accessReviewSave)
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
  if (shownReview !== '') return <ReviewResult id={shownReview} back={() => show('')} />
  return (
    <div className="review-plans">
      <TenantSelect {...select} />
      {isNone ? <NoTenant /> : <ReviewList tenantId={tenantId} show={show} />}
    </div>
  )
}

/** Sets the page title for reviewers without the menu, which sets it for others. */
function Title() {
  usePageTitle(useAccessReviewText()('title'))
  return null
}

/** Page with the access on which the user decides and, for those with the menu, with the reviews. */
export default function AccessReviewPage() {
  const t = useAccessReviewText()
  const [address, setAddress] = useAddressState(ofAddress)
  const mayPlan = useHasMenu('accessReviews')
  const parts = mayPlan ? (['work', 'reviews'] as const) : (['work'] as const)
  const part = mayPlan && address.part === 'reviews' ? 'reviews' : 'work'
  return (
    <div className="page">
      {!mayPlan && <Title />}
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <Tabs
        label={t('title')}
        tabs={parts.map((key) => ({ key, label: t(`parts.${key}`) }))}
        shown={part}
        onShow={(key) => setAddress({ part: key, review: '', page: 1 })}
      >
        {part === 'work' ? (
          <WorkList />
        ) : (
          <Reviews
            shownReview={address.review}
            show={(review) => setAddress({ part: 'reviews', review, page: 1 })}
          />
        )}
      </Tabs>
    </div>
  )
}
