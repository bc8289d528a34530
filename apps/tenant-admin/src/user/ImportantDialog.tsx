import { type TenantUser, tenantUserUpdateImportant } from '@atrium/contract'
import { useSession } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { useTenantText } from '../texts/index.ts'
import { tenantUserLists } from './lists.ts'

const Field = fieldOf(tenantUserUpdateImportant)

/** Edits a tenant user's name, e-mail address and phone number. The change applies in all tenants. */
export function ImportantDialog({ state }: { readonly state: EntityDialogState<TenantUser> }) {
  const t = useTenantText()
  const { userId, displayName = '' } = state.subject?.values ?? {}
  const own = useSession(({ user }) => user?.id === userId)
  return (
    <EntityDialog
      state={state}
      call={tenantUserUpdateImportant}
      name={t('user.important.name', { name: displayName })}
      width={560}
      history={(user) => ({ entity: 'app_user', entityId: user.userId, name: displayName })}
      refreshes={tenantUserLists}
    >
      <Field name="fullName">
        <Input />
      </Field>
      <div className="field-row">
        <Field name="email" extra={t(own ? 'user.important.ownHint' : 'user.important.emailHint')}>
          <Input disabled={own} />
        </Field>
        <Field name="phone">
          <Input disabled={own} />
        </Field>
      </div>
    </EntityDialog>
  )
}
