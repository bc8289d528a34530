import {
  type TrailReviewDetails,
  trailReviewConclude,
  trailReviewInfo,
  trailReviewList,
  trailReviewNotices,
} from '@atrium/contract'
import { useContractText, useLanguage } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { listNames } from '@atrium/ui-kit/list'
import { Consequences, EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { useTrailReviewText } from './texts/index.ts'

const Field = fieldOf(trailReviewConclude)
const refreshes = [trailReviewInfo, trailReviewList, trailReviewNotices]

/** Concludes a review as its reviewer. The call asks for the signature. */
export function ConcludeDialog({ state }: { readonly state: EntityDialogState<TrailReviewDetails> }) {
  const t = useTrailReviewText()
  const word = useContractText()
  const language = useLanguage()
  const { name = '', everyMonths = 0, reviewedAreas = [] } = state.subject?.values ?? {}
  const missing = reviewedAreas
    .filter(({ looks }) => looks.length === 0)
    .map(({ area }) => word(`auditTrail.areas.${area}`))
  return (
    <EntityDialog
      state={state}
      call={trailReviewConclude}
      name={t('item')}
      title={t('concludeTitle', { name })}
      width={600}
      history={({ id, name }) => ({ entity: 'trail_review', entityId: id, name })}
      ok={t('conclude')}
      refreshes={refreshes}
      done={() => word('trailReview.done.concluded')}
    >
      {missing.length > 0 && (
        <p className="trail-review-notice">{t('missing', { areas: listNames(language, missing) })}</p>
      )}
      <Consequences of={[t('concludeSign'), ...(everyMonths > 0 ? [t('concludeNext')] : [])]} />
      <Field name="conclusion" extra={t('concludeHint')}>
        <Input.TextArea rows={4} />
      </Field>
    </EntityDialog>
  )
}
