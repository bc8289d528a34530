import { membershipStatus, type TenantUser, type tenantUserList } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import {
  type ColumnsOf,
  ContactCell,
  PeriodCell,
  RoleCell,
  RowActions,
  StatusTag,
  shownInstant,
} from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useTenantText } from '../texts/index.ts'
import { type TenantUserHandlers, useTenantUserActions } from './use-tenant-user-actions.ts'

/** Number of a row's actions that wide screens show directly. */
const inSight = 1

/**
 * Returns the columns of tenant users.
 * @param ofOneTenant whether all rows belong to one tenant, so that its name is redundant
 */
export function useTenantUserColumns(
  handlers: TenantUserHandlers,
  ofOneTenant: boolean,
): ColumnsOf<typeof tenantUserList> {
  const t = useTenantText()
  const word = useContractText()
  const label = useLabels('tenantUser')
  const actionsOf = useTenantUserActions(handlers)
  return useMemo(() => {
    const words = {
      enabled: word('tenantUser.value.enabled.0'),
      disabled: word('tenantUser.value.enabled.1'),
      ended: word('period.states.ended'),
    }
    // A membership that has ended cannot be used, although nobody has disabled it.
    const state = ({ enabled, accessState }: TenantUser) => {
      if (enabled !== membershipStatus.enabled) return <StatusTag tone="bad">{words.disabled}</StatusTag>
      if (accessState === 'ended') return <StatusTag tone="bad">{words.ended}</StatusTag>
      return <StatusTag tone="good">{words.enabled}</StatusTag>
    }
    return [
      {
        key: 'fullName',
        title: label('fullName'),
        width: 104,
        sortable: true,
        always: true,
        render: ({ displayName }) => displayName,
      },
      { key: 'userName', title: label('userName'), width: 100, sortable: true },
      {
        key: 'email',
        title: label('email'),
        width: 128,
        sortable: true,
        render: ({ email, emailValid }) => email !== '' && <ContactCell contact={email} valid={emailValid} />,
      },
      {
        key: 'phone',
        title: label('phone'),
        width: 128,
        render: ({ phone, phoneValid }) => phone !== '' && <ContactCell contact={phone} valid={phoneValid} />,
      },
      {
        key: 'roleName',
        title: label('role'),
        width: 88,
        render: ({ roleName, roleFrom, roleUntil, roleState }) =>
          roleName !== '' && <RoleCell name={roleName} from={roleFrom} until={roleUntil} state={roleState} />,
      },
      { key: 'typeName', title: label('typeId'), width: 100, hidden: true },
      // Otherwise the names of tenants would not fit.
      { key: 'positionName', title: label('positionId'), width: 84, hidden: !ofOneTenant },
      { key: 'enabled', title: label('enabled'), width: 84, sortable: true, render: state },
      {
        key: 'accessUntil',
        title: t('user.period'),
        width: 116,
        // The column of states says that the membership has ended.
        render: ({ accessFrom, accessUntil, accessState }) => (
          <PeriodCell
            from={accessFrom}
            until={accessUntil}
            state={accessState === 'ended' ? 'current' : accessState}
          />
        ),
      },
      { key: 'tenantName', title: label('tenantId'), width: 104, hidden: ofOneTenant },
      { key: 'departmentName', title: label('departmentName'), width: 120, hidden: true },
      {
        key: 'joinDate',
        title: label('joinDate'),
        width: 150,
        sortable: true,
        hidden: true,
        render: ({ joinDate }) => shownInstant(joinDate),
      },
      {
        key: 'actions',
        title: t('user.actions'),
        width: 78,
        actions: true,
        render: (user) => (
          <RowActions
            itemName={user.displayName}
            actions={actionsOf(user)}
            inSight={inSight}
            history={{ entity: 'tenant_user', entityId: user.id }}
          />
        ),
      },
    ]
  }, [t, word, label, actionsOf, ofOneTenant])
}
