import { type Unblinding, unblindingDecline, unblindingList } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { useUnblindingText } from './texts/index.ts'
import { UnblindingFacts } from './UnblindingFacts.tsx'

const Field = fieldOf(unblindingDecline)
const refreshes = [unblindingList]

/** Shows a request and declines it, with the reason. */
export function DeclineDialog({ state }: { readonly state: EntityDialogState<Unblinding> }) {
  const t = useUnblindingText()
  const word = useContractText()
  return (
    <EntityDialog
      state={state}
      call={unblindingDecline}
      name={t('title')}
      title={t('decline.title', { person: state.subject?.values.personName ?? '' })}
      ok={t('decline.action')}
      width={600}
      history={({ id, personName }) => ({ entity: 'unblinding', entityId: id, name: personName })}
      refreshes={refreshes}
      done={() => word('unblinding.done.declined')}
    >
      <UnblindingFacts entry={state.subject?.values ?? {}} />
      <Field name="decisionReason" label={t('decline.reason')} extra={t('decline.hint')}>
        <Input.TextArea rows={3} />
      </Field>
    </EntityDialog>
  )
}
