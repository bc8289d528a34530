import { type Unblinding, type UnblindingResponse, unblindingApprove, unblindingList } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { fieldOf, Input, Message } from '@atrium/ui-kit'
import { Consequences, EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { useUnblindingText } from './texts/index.ts'
import { UnblindingFacts } from './UnblindingFacts.tsx'

const Field = fieldOf(unblindingApprove)
const refreshes = [unblindingList]

const tones = {
  sent: 'info',
  planned: 'info',
  training: 'info',
  waiting: 'info',
  accepted: 'success',
  refused: 'error',
} as const

/** Shows a request with what an approval means, approves it, and shows the product's response. */
export function ApproveDialog({ state }: { readonly state: EntityDialogState<Unblinding> }) {
  const t = useUnblindingText()
  const word = useContractText()
  const { values = {} } = state.subject ?? {}
  const notifies = t(values.accessFrom ? 'approve.notifiesFrom' : 'approve.notifies')
  const showResponse = ({ state: outcome, reason }: UnblindingResponse) => {
    const product = outcome === 'sent' ? [] : [values.softName, word(`outcome.${outcome}`)]
    Message[tones[outcome]]([t('approve.done'), ...product, reason].filter(Boolean).join(' · '))
  }
  return (
    <EntityDialog
      state={state}
      call={unblindingApprove}
      name={t('title')}
      title={t('approve.title', { person: values.personName ?? '' })}
      ok={t('approve.action')}
      waiting={t('approve.waiting')}
      width={600}
      history={({ id, personName }) => ({ entity: 'unblinding', entityId: id, name: personName })}
      refreshes={refreshes}
      done={() => undefined}
      onSaved={showResponse}
    >
      <UnblindingFacts entry={values} />
      <Consequences of={[t('approve.reveals'), notifies, t('approve.keeps')]} />
      <Field name="decisionReason">
        <Input.TextArea rows={2} />
      </Field>
    </EntityDialog>
  )
}
