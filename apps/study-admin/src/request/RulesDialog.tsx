import {
  type AccessRequestRules,
  accessRequestRules,
  accessRequestRulesSave,
  accessRequestScopes,
  keyAtRunTime,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, RadioChoice } from '@atrium/ui-kit/overlay'
import { useRequestText } from './texts/index.ts'

const Field = fieldOf(accessRequestRulesSave)
const refreshes = [accessRequestRules]

/** Chooses for which studies members may ask, and when requests expire. */
export function RulesDialog({ state }: { readonly state: EntityDialogState<AccessRequestRules> }) {
  const t = useRequestText()
  const word = useContractText()
  const scopeName = (scope: string) => word(keyAtRunTime(`accessRequest.scopes.${scope}`))
  return (
    <EntityDialog
      state={state}
      call={accessRequestRulesSave}
      name={t('rules.title')}
      title={t('rules.title')}
      width={560}
      history={({ id }) => ({ entity: 'access_request_rule', entityId: id, name: t('rules.title') })}
      refreshes={refreshes}
      tenantId={state.subject?.values.id}
      show={{ scope: scopeName }}
    >
      <Field name="scope" extra={t('rules.scopeHint')}>
        <RadioChoice choices={accessRequestScopes.map((value) => ({ value, label: scopeName(value) }))} />
      </Field>
      <Field name="days" extra={t('rules.daysHint')}>
        <Input />
      </Field>
    </EntityDialog>
  )
}
