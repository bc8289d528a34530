import { membershipStatus, type TenantUser, type tenantUserList } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { type ColumnsOf, RowActions, StatusTag } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useTenantText } from '../texts/index.ts'

/** Returns the columns of the list of users and their departments. */
export function useUserDepartmentColumns(edit: (user: TenantUser) => void): ColumnsOf<typeof tenantUserList> {
  const t = useTenantText()
  const word = useContractText()
  const label = useLabels('tenantUser')
  return useMemo(
    () => [
      {
        key: 'fullName',
        title: label('fullName'),
        width: 96,
        sortable: true,
        always: true,
        render: ({ displayName }) => displayName,
      },
      { key: 'userName', title: label('userName'), width: 120, sortable: true },
      { key: 'email', title: label('email'), width: 160, sortable: true },
      { key: 'phone', title: label('phone'), width: 132 },
      { key: 'roleName', title: label('role'), width: 100 },
      {
        key: 'enabled',
        title: label('enabled'),
        width: 82,
        sortable: true,
        render: ({ enabled }) =>
          enabled === membershipStatus.enabled ? (
            <StatusTag tone="good">{word('tenantUser.value.enabled.0')}</StatusTag>
          ) : (
            <StatusTag tone="bad">{word('tenantUser.value.enabled.1')}</StatusTag>
          ),
      },
      { key: 'tenantName', title: label('tenantId'), width: 140 },
      { key: 'departmentName', title: label('departmentName'), width: 140 },
      {
        key: 'actions',
        title: t('userDepartment.actions'),
        width: 78,
        actions: true,
        render: (user) => (
          <RowActions
            itemName={user.displayName}
            history={{ entity: 'department_user', entityId: user.id }}
            actions={[
              {
                label: t('userDepartment.edit'),
                disabledReason: user.reachable ? undefined : t('userDepartment.unreachable'),
                onChoose: () => edit(user),
              },
            ]}
          />
        ),
      },
    ],
    [t, word, label, edit],
  )
}
