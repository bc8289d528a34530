import { type InputOf, privacyGrounds, privacyList, privacyPerson, privacyRequest } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, RadioChoice } from '@atrium/ui-kit/overlay'
import { usePrivacyText } from './texts/index.ts'

/** A new request, and the name of its person. */
export type Asked = Partial<InputOf<typeof privacyRequest>> & { readonly personName?: string }

const Field = fieldOf(privacyRequest)
const refreshes = [privacyList, privacyPerson]

/** Requests a pseudonym for a person, with the reason. */
export function RequestDialog({ state }: { readonly state: EntityDialogState<Asked> }) {
  const t = usePrivacyText()
  const word = useContractText()
  const person = state.subject?.values.personName ?? ''
  return (
    <EntityDialog
      state={state}
      call={privacyRequest}
      name={t('title')}
      title={t('request.title', { person })}
      ok={t('request.send')}
      history="none"
      refreshes={refreshes}
      done={() => word('privacy.done.requested')}
    >
      <Field name="ground">
        <RadioChoice
          choices={privacyGrounds.map((value) => ({ value, label: word(`privacy.grounds.${value}`) }))}
        />
      </Field>
      <Field name="reason" extra={t('request.hint')}>
        <Input.TextArea rows={3} />
      </Field>
    </EntityDialog>
  )
}
