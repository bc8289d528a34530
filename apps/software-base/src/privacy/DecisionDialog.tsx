import { type PrivacyRequest, privacyApprove, privacyDecline, privacyList } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, Fact, Facts } from '@atrium/ui-kit/overlay'
import { usePrivacyText } from './texts/index.ts'

interface Props {
  readonly state: EntityDialogState<PrivacyRequest>
}

const Approving = fieldOf(privacyApprove)
const Declining = fieldOf(privacyDecline)
const refreshes = [privacyList]

/** What was requested, and why. */
function RequestFacts({ request }: { readonly request: Partial<PrivacyRequest> }) {
  const word = useContractText()
  const label = useLabels('privacy')
  return (
    <Facts>
      <Fact label={label('ground')}>{request.ground ? word(`privacy.grounds.${request.ground}`) : ''}</Fact>
      <Fact label={label('reason')}>{request.reason}</Fact>
      <Fact label={label('requesterName')}>{request.requesterName}</Fact>
    </Facts>
  )
}

const historyOf = ({ id, fullName }: PrivacyRequest) => ({
  ...{ entity: 'privacy_request', entityId: id, name: fullName },
})

/** Approves a request, which pseudonymises the person. */
export function ApproveDialog({ state }: Props) {
  const t = usePrivacyText()
  const word = useContractText()
  const request: Partial<PrivacyRequest> = state.subject?.values ?? {}
  return (
    <EntityDialog
      state={state}
      call={privacyApprove}
      name={t('title')}
      title={t('approve.title', { person: request.fullName ?? '' })}
      ok={t('approve.action')}
      width={600}
      history={historyOf}
      refreshes={refreshes}
      done={() => word('privacy.done.approved')}
    >
      <RequestFacts request={request} />
      <p className="dialog-warning">{t('approve.warning')}</p>
      <Approving name="decisionReason" extra={t('approve.hint')}>
        <Input.TextArea rows={3} />
      </Approving>
    </EntityDialog>
  )
}

/** Declines a request, with the reason. */
export function DeclineDialog({ state }: Props) {
  const t = usePrivacyText()
  const word = useContractText()
  const request: Partial<PrivacyRequest> = state.subject?.values ?? {}
  return (
    <EntityDialog
      state={state}
      call={privacyDecline}
      name={t('title')}
      title={t('decline.title', { person: request.fullName ?? '' })}
      ok={t('decline.action')}
      width={600}
      history={historyOf}
      refreshes={refreshes}
      done={() => word('privacy.done.declined')}
    >
      <RequestFacts request={request} />
      <Declining name="decisionReason">
        <Input.TextArea rows={3} />
      </Declining>
    </EntityDialog>
  )
}
