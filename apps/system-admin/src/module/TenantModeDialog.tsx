import { releaseModes, releaseTenantMode, type TenantRelease } from '@atrium/contract'
import { moduleName, useContractText } from '@atrium/shared-api'
import { Form, fieldOf, Input } from '@atrium/ui-kit'
import {
  Consequences,
  EntityDialog,
  type EntityDialogState,
  RadioChoice,
  type ShowValue,
} from '@atrium/ui-kit/overlay'
import { type LookupProps, LookupSelect, useLookupSearch } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'
import { historyOfTenant, releaseLists } from './ReleaseDialogs.tsx'
import { runnableReleases } from './release-choices.ts'

const Field = fieldOf(releaseTenantMode)

/** Selects a runnable release of a module. */
function ReleaseSelect({ name, ...lookup }: LookupProps & { readonly name: string }) {
  return <LookupSelect {...lookup} {...useLookupSearch(runnableReleases(name), lookup.value ?? '')} />
}

/**
 * Explains the selected mode, and asks for the first release.
 * @param active the release that is active for all users
 */
function ModeFields({ name, active }: { readonly name: string; readonly active: string }) {
  const t = useSystemText()
  const shared = useContractText()
  const { form } = Form.useFormContext()
  const chosen: unknown = Form.useWatch('mode', form)
  const mode = releaseModes.find((one) => one === chosen) ?? 'follow'
  return (
    <>
      <Field name="mode">
        <RadioChoice
          choices={releaseModes.map((one) => ({ value: one, label: shared(`release.modes.${one}`) }))}
          onChange={(next) => next === 'follow' && form.setFieldValue('version', active)}
        />
      </Field>
      <Consequences of={[t(`module.tenant.means.${mode}`), t('module.openPages')]} />
      {mode !== 'follow' && (
        <Field name="version">
          <ReleaseSelect name={name} />
        </Field>
      )}
      <Field name="reason" extra={t('module.reasonHint')}>
        <Input.TextArea rows={2} />
      </Field>
    </>
  )
}

interface Props {
  readonly state: EntityDialogState<TenantRelease & { readonly reason: string }>
  /** Release that is active for tenants without a rule of their own. */
  readonly active: string
}

/** Changes how a tenant receives a module. */
export function TenantModeDialog({ state, active }: Props) {
  const t = useSystemText()
  const shared = useContractText()
  const { name = '', tenantName = '' } = state.subject?.values ?? {}
  const show = useMemo<ShowValue<typeof releaseTenantMode>>(
    () => ({
      mode: (value) => {
        const mode = releaseModes.find((one) => one === value)
        return mode ? shared(`release.modes.${mode}`) : value
      },
    }),
    [shared],
  )
  return (
    <EntityDialog
      state={state}
      call={releaseTenantMode}
      name={tenantName}
      title={t('module.tenant.title', { tenant: tenantName, module: moduleName(name) })}
      width={560}
      history={(release) => ({ ...historyOfTenant(release), name: release.tenantName })}
      refreshes={releaseLists}
      show={show}
    >
      <ModeFields name={name} active={active} />
    </EntityDialog>
  )
}
