import { type Call, type Licence, licenceSave, unlimitedCount } from '@atrium/contract'
import { profile, useContractText } from '@atrium/shared-api'
import { Form, fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, RadioChoice, type ShowValue } from '@atrium/ui-kit/overlay'
import { DateInput, SoftwareSelect, TenantLookup } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'

const Field = fieldOf(licenceSave)

/**
 * Renders the fields of a licence.
 * @param fixed whether tenant and product cannot be changed
 */
function LicenceFields({ fixed }: { readonly fixed: boolean }) {
  const t = useSoftwareBaseText()
  const shared = useContractText()
  const { form } = Form.useFormContext()
  const hasEnd = Form.useWatch('timeEnable', form) === true
  const limitsStudies = Form.useWatch('studyEnable', form) === true
  const limitsUsers = Form.useWatch('userEnable', form) === true
  const [startTime, endTime] = [Form.useWatch('startTime', form), Form.useWatch('endTime', form)]
  const period = {
    days: [String(startTime ?? ''), String(endTime ?? '')] as const,
    onChoose: (first: string, last: string) => form.setFieldsValue({ startTime: first, endTime: last }),
  }
  const limits = (limited: string) => [
    { value: false, label: shared('licence.unlimited') },
    { value: true, label: limited },
  ]
  return (
    <>
      <div className="field-row">
        <Field name="tenantId">
          <TenantLookup disabled={fixed} />
        </Field>
        <Field name="softwareId">
          <SoftwareSelect disabled={fixed} />
        </Field>
      </div>
      <Field name="timeEnable">
        <RadioChoice
          choices={limits(t('licence.limitedTime'))}
          onChange={() => form.setFieldsValue({ startTime: '', endTime: '' })}
        />
      </Field>
      {hasEnd && (
        <div className="field-row">
          <Field name="startTime" required>
            <DateInput period={period} />
          </Field>
          <Field name="endTime" required extra={t('licence.inclusive', { zone: profile().timeZone })}>
            <DateInput period={period} />
          </Field>
        </div>
      )}
      <div className="field-row">
        <Field name="studyEnable">
          <RadioChoice
            choices={limits(t('licence.limited'))}
            onChange={() => form.setFieldsValue({ maxStudy: unlimitedCount })}
          />
        </Field>
        {limitsStudies && (
          <Field name="maxStudy">
            <Input />
          </Field>
        )}
      </div>
      <div className="field-row">
        <Field name="userEnable">
          <RadioChoice
            choices={limits(t('licence.limited'))}
            onChange={() => form.setFieldsValue({ maxUser: unlimitedCount })}
          />
        </Field>
        {limitsUsers && (
          <Field name="maxUser">
            <Input />
          </Field>
        )}
      </div>
      <Field name="isEnable">
        <RadioChoice
          choices={[
            { value: true, label: t('licence.on') },
            { value: false, label: t('licence.off') },
          ]}
        />
      </Field>
    </>
  )
}

interface Props {
  readonly state: EntityDialogState<Licence>
  readonly refreshes: readonly Call[]
}

/** Adds or edits a licence. If a limit is below current use, the server warns and the user may confirm. */
export function LicenceDialog({ state, refreshes }: Props) {
  const t = useSoftwareBaseText()
  const shared = useContractText()
  const show = useMemo<ShowValue<typeof licenceSave>>(() => {
    const limited = (value: string) => (value === 'true' ? t('licence.limited') : shared('licence.unlimited'))
    return {
      timeEnable: limited,
      studyEnable: limited,
      userEnable: limited,
      isEnable: (value) => t(value === 'true' ? 'licence.on' : 'licence.off'),
    }
  }, [t, shared])
  return (
    <EntityDialog
      state={state}
      call={licenceSave}
      name={t('licence.name')}
      history={({ id, tenantName, softwareName }) => ({
        entity: 'tenant_software',
        entityId: id,
        name: `${tenantName} · ${softwareName}`,
      })}
      refreshes={refreshes}
      show={show}
      acceptance="belowUseAccepted"
      firstErrorAtTop
    >
      <LicenceFields fixed={state.subject?.mode === 'edit'} />
    </EntityDialog>
  )
}
