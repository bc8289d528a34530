import {
  maxAdded,
  tenantMemberRole,
  tenantUserSave,
  tenantUserUnassigned,
  type UnassignedUser,
} from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { fieldOf } from '@atrium/ui-kit'
import { type ColumnsOf, ContactCell, EmptyState, useIsPlatform } from '@atrium/ui-kit/list'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { PickerField } from '@atrium/ui-kit/picker-dialog'
import { useMemo } from 'react'
import { useTenantText } from '../texts/index.ts'
import { tenantUserLists } from './lists.ts'
import { MembershipFields } from './MembershipFields.tsx'
import { MembershipPeriods } from './MembershipPeriods.tsx'

const Field = fieldOf(tenantUserSave)

/** Users to add to a tenant, and their role. */
export interface UsersToAdd {
  readonly tenantId: string
  readonly userIds: readonly string[]
  readonly role: string
}

/** Initial values of the dialog. Users become members unless another role is chosen. */
export const newMembership = { userIds: [], role: tenantMemberRole }

const nameOf = ({ displayName }: UnassignedUser) => displayName

function useColumns(): ColumnsOf<typeof tenantUserUnassigned> {
  const label = useLabels('tenantUser')
  return useMemo(
    () => [
      {
        key: 'fullName',
        title: label('fullName'),
        width: 120,
        always: true,
        render: ({ displayName }) => displayName,
      },
      { key: 'userName', title: label('userName'), width: 130 },
      {
        key: 'email',
        title: label('email'),
        width: 200,
        render: ({ email, emailValid }) => email !== '' && <ContactCell contact={email} valid={emailValid} />,
      },
      {
        key: 'phone',
        title: label('phone'),
        width: 130,
        render: ({ phone, phoneValid }) => phone !== '' && <ContactCell contact={phone} valid={phoneValid} />,
      },
    ],
    [label],
  )
}

/**
 * Picks users who do not belong to the tenant yet. Platform administrators search all users. Others must enter the
 * user name, e-mail address or phone number.
 */
function PeopleField({ tenantId }: { readonly tenantId: string }) {
  const t = useTenantText()
  const whose = useIsPlatform(tenantUserUnassigned) ? 'all' : 'known'
  const input = useMemo(() => ({ tenantId, searchAll: true }), [tenantId])
  return (
    <Field name="userIds">
      <PickerField
        call={tenantUserUnassigned}
        input={input}
        searchOnRequest={whose === 'known'}
        placeholder={t(`user.find.${whose}.search`)}
        name="tenantUserUnassigned"
        label={t('user.find.label')}
        columns={useColumns()}
        nameOf={nameOf}
        max={maxAdded}
        empty={<EmptyState title={t(`user.find.${whose}.empty`)} hint={t(`user.find.${whose}.emptyHint`)} />}
        noMatch={
          <EmptyState title={t(`user.find.${whose}.noMatch`)} hint={t(`user.find.${whose}.noMatchHint`)} />
        }
      />
    </Field>
  )
}

/** Adds one or more existing users to a tenant. */
export function AddDialog({ state }: { readonly state: EntityDialogState<UsersToAdd> }) {
  const t = useTenantText()
  const { tenantId = '' } = state.subject?.values ?? {}
  return (
    <EntityDialog
      state={state}
      call={tenantUserSave}
      name={t('user.name')}
      title={t('user.add')}
      width={1000}
      history="none"
      refreshes={tenantUserLists}
      done={({ added, present }) =>
        present === 0 ? t('user.added', { count: added }) : t('user.addedOthers', { added, present })
      }
    >
      <MembershipFields tenantId={tenantId} />
      <MembershipPeriods />
      <PeopleField tenantId={tenantId} />
    </EntityDialog>
  )
}
