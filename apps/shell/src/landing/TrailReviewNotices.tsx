import { type TrailReviewNotice, trailReviewNotices } from '@atrium/contract'
import { useGo, useTexts } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { StatusTag, useCall } from '@atrium/ui-kit/list'
import { Section } from './Section.tsx'
import './texts/index.ts'

/** The reviews of a tenant's audit trail, or of the platform's, that are due or overdue. */
function Reviews({ tenantId, tenantName, due, overdue, dueDay }: TrailReviewNotice) {
  const t = useTexts('landing')
  const go = useGo()
  const isOverdue = overdue > 0
  return (
    <li>
      <span>
        {isOverdue
          ? t('trailReviews.overdue', { tenant: tenantName, count: overdue, day: dueDay })
          : t('trailReviews.due', { tenant: tenantName, count: due, day: dueDay })}
      </span>
      {isOverdue && <StatusTag tone="bad">{t('trailReviews.late')}</StatusTag>}
      <Button
        size="small"
        onClick={() =>
          go('trailReviews', { query: isOverdue ? { tenantId, state: 'overdue' } : { tenantId } })
        }
      >
        {t('trailReviews.review')}
      </Button>
    </li>
  )
}

/** Reminds reviewers of reviews of the audit trail. Renders nothing without any. */
export default function TrailReviewNotices() {
  const t = useTexts('landing')
  // No error message: the cards below call the same server and show its errors.
  const { data = [] } = useCall(trailReviewNotices, {}, { keepPrevious: true })
  if (data.length === 0) return null
  return (
    <Section title={t('trailReviews.title')}>
      <ul className="landing-tasks">
        {data.map((notice) => (
          <Reviews key={notice.tenantId} {...notice} />
        ))}
      </ul>
    </Section>
  )
}
