import { accessReviewSave } from '@atrium/contract'
import { useAddressState, usePageTitle } from '@atrium/shared-api'
import { PageHeader, Tabs, useMayChange, useMayOpen } from '@atrium/ui-kit/list'
import { NoTenant, TenantSelect, usePageTenant, usePlatformChoice } from '@atrium/ui-kit/pickers'
import { ReviewList } from './ReviewList.tsx'
import { ReviewResult } from './ReviewResult.tsx'
import { useAccessReviewText } from './texts/index.ts'
import { WorkList } from './WorkList.tsx'
import './access-reviews.css'

/** Initial state of the page's address. Choosing a part or a review resets the page number of the list. */
const ofAddress = { part: 'work', review: '', page: 1 }

/** The reviews of a tenant or of the platform. */
function Reviews({
  shownReview,
  show,
}: {
  readonly shownReview: string
  readonly show: (id: string) => void
}) {
  const t = useAccessReviewText()
  const { tenantId, isNone, select } = usePageTenant(usePlatformChoice(accessReviewSave, t('platform')))
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

/** Page with the access on which the user decides and, for those with the menu, with the reviews. Inspectors only see these. */
export default function AccessReviewPage() {
  const t = useAccessReviewText()
  const [address, setAddress] = useAddressState(ofAddress)
  const mayPlan = useMayOpen('accessReviews')
  const mayDecide = useMayChange()
  const parts = (['work', 'reviews'] as const).filter((key) => (key === 'work' ? mayDecide : mayPlan))
  const part = !mayDecide || (mayPlan && address.part === 'reviews') ? 'reviews' : 'work'
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
