import { type AskedAccess, accessRequestDecline, accessRequestList } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { RequestFacts } from './RequestFacts.tsx'
import { useRequestText } from './texts/index.ts'

const Field = fieldOf(accessRequestDecline)
const refreshes = [accessRequestList]

/** Shows a request and declines it, with the reason. */
export function DeclineDialog({ state }: { readonly state: EntityDialogState<AskedAccess> }) {
  const t = useRequestText()
  const word = useContractText()
  return (
    <EntityDialog
      state={state}
      call={accessRequestDecline}
      name={t('title')}
      title={t('decline.title', { person: state.subject?.values.personName ?? '' })}
      ok={t('decline.action')}
      width={600}
      history={({ id, personName }) => ({ entity: 'access_request', entityId: id, name: personName })}
      refreshes={refreshes}
      done={() => word('accessRequest.done.declined')}
    >
      <RequestFacts request={state.subject?.values ?? {}} />
      <Field name="decisionReason" label={t('decline.reason')} extra={t('decline.hint')}>
        <Input.TextArea rows={3} />
      </Field>
    </EntityDialog>
  )
}
