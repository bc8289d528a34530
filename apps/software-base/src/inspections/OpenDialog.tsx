import { auditStudies, type InputOf, inspectionList, inspectionOpen } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { Button, fieldOf, Input } from '@atrium/ui-kit'
import { useCall } from '@atrium/ui-kit/list'
import { Consequences, EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { DateInput, LookupSelect } from '@atrium/ui-kit/pickers'
import { staleTime, useStudies } from '../audit-trail/use-lookups.ts'
import { useInspectionText } from './texts/index.ts'

/** Values of a new inspection. */
export type NewInspection = Partial<InputOf<typeof inspectionOpen>>

const Field = fieldOf(inspectionOpen)
const refreshes = [inspectionList]

/** A chosen study. */
function Study({ id, remove }: { readonly id: string; readonly remove: () => void }) {
  const t = useInspectionText()
  const { data } = useCall(auditStudies, { id }, { staleTime })
  const name = data?.[0]?.desc ?? id
  return (
    <li>
      <span>{name}</span>
      <Button type="text" size="mini" aria-label={t('removeStudy', { name })} onClick={remove}>
        ×
      </Button>
    </li>
  )
}

interface StudiesProps {
  readonly tenantId: string
  readonly value?: readonly string[]
  readonly onChange?: (value: string[]) => void
}

/** Chooses studies of the tenant. In a `Field`, the form supplies value and change handler. */
function Studies({ tenantId, value = [], onChange }: StudiesProps) {
  const t = useInspectionText()
  const found = useStudies(tenantId, '')
  return (
    <>
      <LookupSelect
        {...found}
        label={t('addStudy')}
        placeholder={t('addStudy')}
        choices={found.choices?.filter((choice) => !value.includes(choice.value))}
        value=""
        onChange={(id) => id !== '' && onChange?.([...value, id])}
      />
      {value.length > 0 && (
        <ul className="inspection-studies">
          {value.map((id) => (
            <Study key={id} id={id} remove={() => onChange?.(value.filter((one) => one !== id))} />
          ))}
        </ul>
      )}
    </>
  )
}

/** Opens an inspection: one act creates the account, its right to read and the mail with its password. */
export function OpenDialog({ state }: { readonly state: EntityDialogState<NewInspection> }) {
  const t = useInspectionText()
  const word = useContractText()
  const { tenantId = '' } = state.subject?.values ?? {}
  return (
    <EntityDialog
      state={state}
      call={inspectionOpen}
      name={t('item')}
      title={t('openTitle')}
      width={680}
      history="none"
      ok={t('openAction')}
      refreshes={refreshes}
      done={() => word('inspection.done.opened')}
    >
      <Field name="studyIds">
        <Studies tenantId={tenantId} />
      </Field>
      <Field name="authority">
        <Input />
      </Field>
      <Field name="inspectorName">
        <Input />
      </Field>
      <Field name="email" extra={t('emailHint')}>
        <Input />
      </Field>
      <Field name="accessFrom">
        <DateInput />
      </Field>
      <Field name="accessUntil">
        <DateInput />
      </Field>
      <Field name="purpose">
        <Input.TextArea rows={2} />
      </Field>
      <Field name="unblindingReason" extra={t('unblindingHint')}>
        <Input.TextArea rows={2} />
      </Field>
      <Consequences of={[t('opens.reads'), t('opens.only'), t('opens.ends')]} />
    </EntityDialog>
  )
}
