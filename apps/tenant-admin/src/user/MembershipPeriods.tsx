import { type TenantUser, tenantUserSave } from '@atrium/contract'
import { fieldOf } from '@atrium/ui-kit'
import { FormSection } from '@atrium/ui-kit/overlay'
import { PeriodFields } from '@atrium/ui-kit/pickers'
import { useTenantText } from '../texts/index.ts'

const Field = fieldOf(tenantUserSave)

type Days = Pick<TenantUser, 'accessFrom' | 'accessUntil' | 'roleFrom' | 'roleUntil'>

interface Props {
  /** Days when the dialog opens. */
  readonly days?: Partial<Days>
  /** Whether the administrator edits their own membership. */
  readonly own?: boolean
}

/** The periods of a membership and of its role. Folded if neither has a limit. */
export function MembershipPeriods({ days = {}, own = false }: Props) {
  const t = useTenantText()
  const { accessFrom, accessUntil, roleFrom, roleUntil } = days
  const hasLimit = Boolean(accessFrom || accessUntil || roleFrom || roleUntil)
  return (
    <FormSection title={t('user.period')} open={hasLimit}>
      <PeriodFields
        of={Field}
        from="accessFrom"
        until="accessUntil"
        hint={own ? t('user.ownPeriod') : undefined}
        disabled={own}
      />
      <PeriodFields
        of={Field}
        from="roleFrom"
        until="roleUntil"
        hint={own ? '' : t('user.roleEnd')}
        disabled={own}
      />
    </FormSection>
  )
}
