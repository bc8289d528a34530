import { keyAtRunTime, membershipStatus, type TenantUser, tenantUserUpdateBase } from '@atrium/contract'
import { useContractText, useSession } from '@atrium/shared-api'
import { Form, fieldOf } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, RadioChoice, type ShowValue } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useTenantText } from '../texts/index.ts'
import { tenantUserLists } from './lists.ts'
import { MembershipFields, shownMembershipIn } from './MembershipFields.tsx'
import { MembershipPeriods } from './MembershipPeriods.tsx'

const Field = fieldOf(tenantUserUpdateBase)

/** Sets whether a user has access to the tenant. Explains what disabling would end. */
function EnabledField({ own }: { readonly own: boolean }) {
  const t = useTenantText()
  const word = useContractText()
  const { form } = Form.useFormContext()
  const isDisabled = Form.useWatch('enabled', form) === membershipStatus.disabled
  const hint = own
    ? t('user.own')
    : isDisabled
      ? t('user.disable.hint', { notification: word('product.notification') })
      : undefined
  const choices = Object.values(membershipStatus).map((value) => ({
    value,
    label: word(`tenantUser.value.enabled.${value}`),
  }))
  return (
    <Field name="enabled" extra={hint}>
      <RadioChoice choices={choices} disabled={own} />
    </Field>
  )
}

/** Edits a user's membership of a tenant: role, type, position, access and periods. */
export function BaseDialog({ state }: { readonly state: EntityDialogState<TenantUser> }) {
  const t = useTenantText()
  const word = useContractText()
  const { userId, tenantId = '', displayName = '', role = '', roleName = '' } = state.subject?.values ?? {}
  const own = useSession(({ user }) => user?.id === userId)
  const show = useMemo<ShowValue<typeof tenantUserUpdateBase>>(
    () => ({
      ...shownMembershipIn(tenantId),
      enabled: (value) => word(keyAtRunTime(`tenantUser.value.enabled.${value}`)),
    }),
    [tenantId, word],
  )
  return (
    <EntityDialog
      state={state}
      call={tenantUserUpdateBase}
      name={t('user.base.name', { name: displayName })}
      width={720}
      history={({ id }) => ({ entity: 'tenant_user', entityId: id, name: displayName })}
      refreshes={tenantUserLists}
      show={show}
    >
      <MembershipFields tenantId={tenantId} present={{ id: role, name: roleName }} own={own} />
      <EnabledField own={own} />
      <MembershipPeriods days={state.subject?.values} own={own} />
    </EntityDialog>
  )
}
