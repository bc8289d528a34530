import { type DutyRule, dutyConflicts, dutyList, dutySave, globalTenantId } from '@atrium/contract'
import { useLanguage } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { nameIn } from '@atrium/ui-kit/list'
import { EntityDialog, type EntityDialogState, type ShowValue } from '@atrium/ui-kit/overlay'
import { SoftwareName, TenantLookup } from '@atrium/ui-kit/pickers'
import { useMemo, useState } from 'react'
import { RoleSide } from './RoleSide.tsx'
import { useDutyText } from './texts/index.ts'
import { roleNamesOf } from './use-duty-columns.tsx'

const Field = fieldOf(dutySave)
const refreshes = [dutyList, dutyConflicts]

/** Fields of a rule. A rule of the platform belongs to no tenant, so the user chooses whose products are asked. */
function RuleFields({ tenantId }: { readonly tenantId: string }) {
  const t = useDutyText()
  const isGlobal = tenantId === globalTenantId
  const [asked, ask] = useState(isGlobal ? '' : tenantId)
  return (
    <>
      {isGlobal && (
        <div className="duty-study">
          <span aria-hidden="true">{t('askedTenant')}</span>
          <TenantLookup label={t('askedTenant')} value={asked} onChange={ask} />
          <p>{t('askedTenantHint')}</p>
        </div>
      )}
      <div className="duty-sides">
        <RoleSide side="one" tenantId={asked} />
        <RoleSide side="other" tenantId={asked} />
      </div>
      <Field name="reason" extra={t('reasonHint')}>
        <Input.TextArea rows={2} />
      </Field>
    </>
  )
}

/** Adds or edits a pair of roles that one person may not hold in one study. */
export function DutyDialog({ state }: { readonly state: EntityDialogState<DutyRule> }) {
  const t = useDutyText()
  const language = useLanguage()
  const show = useMemo<ShowValue<typeof dutySave>>(() => {
    const role = (name: string) => nameIn(language, name)
    const product = (id: string) => <SoftwareName id={id} />
    return { softwareId: product, otherSoftwareId: product, roleName: role, otherRoleName: role }
  }, [language])
  return (
    <EntityDialog
      state={state}
      call={dutySave}
      name={t('name')}
      width={720}
      history={(rule) => ({
        entity: 'role_conflict',
        entityId: rule.id,
        name: roleNamesOf(rule, language).join(' – '),
      })}
      refreshes={refreshes}
      show={show}
    >
      <RuleFields tenantId={state.subject?.values.tenantId ?? ''} />
    </EntityDialog>
  )
}
