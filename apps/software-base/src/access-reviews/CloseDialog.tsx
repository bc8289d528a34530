import {
  type AccessReview,
  accessReviewClose,
  accessReviewInfo,
  accessReviewList,
  accessReviewNotices,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { useAccessReviewText } from './texts/index.ts'

const Field = fieldOf(accessReviewClose)
const refreshes = [accessReviewList, accessReviewInfo, accessReviewNotices]

/** Closes a review as its reviewer. */
export function CloseDialog({ state }: { readonly state: EntityDialogState<AccessReview> }) {
  const t = useAccessReviewText()
  const word = useContractText()
  const { name = '', confirmed = 0, changed = 0, revoked = 0 } = state.subject?.values ?? {}
  return (
    <EntityDialog
      state={state}
      call={accessReviewClose}
      name={t('item')}
      title={t('closeTitle', { name })}
      width={520}
      history={({ id, name }) => ({ entity: 'access_review', entityId: id, name })}
      ok={t('close')}
      refreshes={refreshes}
      done={() => word('accessReview.done.closed')}
    >
      <p>{word('accessReview.statement')}</p>
      <p className="review-people">{t('results', { confirmed, changed, revoked })}</p>
      <Field name="conclusion" extra={t('closeHint')}>
        <Input.TextArea rows={3} />
      </Field>
    </EntityDialog>
  )
}
