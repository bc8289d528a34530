import { type AccessReviewNotice, accessReviewNotices } from '@atrium/contract'
import { useGo, useTexts } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { useCall } from '@atrium/ui-kit/list'
import { Section } from './Section.tsx'
import './texts/index.ts'

/** What the user has to review in a tenant or on the platform, and the reviews to close. */
function Reviews({ tenantId, tenantName, count, lastDay, ended }: AccessReviewNotice) {
  const t = useTexts('landing')
  const go = useGo()
  return (
    <>
      {count > 0 && (
        <li>
          <span>{t('reviews.open', { tenant: tenantName, count, day: lastDay })}</span>
          <Button size="small" onClick={() => go('accessReviews', { query: { part: 'work' } })}>
            {t('reviews.review')}
          </Button>
        </li>
      )}
      {ended > 0 && (
        <li>
          <span>{t('reviews.ended', { tenant: tenantName, count: ended })}</span>
          <Button size="small" onClick={() => go('accessReviews', { query: { part: 'reviews', tenantId } })}>
            {t('reviews.close')}
          </Button>
        </li>
      )}
    </>
  )
}

/** Reminds users of access that they have to review, and of reviews that they may close. Renders nothing without any. */
export default function AccessReviewNotices() {
  const t = useTexts('landing')
  // No error message: the cards below call the same server and show its errors.
  const { data = [] } = useCall(accessReviewNotices, {}, { keepPrevious: true })
  if (data.length === 0) return null
  return (
    <Section title={t('reviews.title')}>
      <ul className="landing-tasks">
        {data.map((review) => (
          <Reviews key={review.tenantId} {...review} />
        ))}
      </ul>
    </Section>
  )
}
