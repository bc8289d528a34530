import { type Role, roleTypes, superAdmin } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type Column, RowActions, StatusTag } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { StatusOf } from '../status/index.ts'
import { useSystemText } from '../texts/index.ts'

interface Handlers {
  readonly edit: (role: Role) => void
  readonly remove: (input: { ids: string[] }, name: string) => void
}

/** The columns of the role list. */
export function useRoleColumns({ edit, remove }: Handlers): readonly Column<Role>[] {
  const t = useSystemText()
  const label = useLabels('role')
  return useMemo(
    () => [
      {
        key: 'name',
        title: label('name'),
        width: 184,
        sortable: true,
        always: true,
        render: ({ displayName }) => <span title={displayName}>{displayName}</span>,
      },
      {
        key: 'roleType',
        title: label('roleType'),
        width: 120,
        sortable: true,
        render: ({ roleType }) => (
          <StatusTag tone={roleType === roleTypes.system ? 'info' : 'plain'}>
            {t(roleType === roleTypes.system ? 'role.system' : 'role.tenant')}
          </StatusTag>
        ),
      },
      {
        key: 'superAdmin',
        title: label('superAdmin'),
        width: 136,
        render: (role) =>
          role.superAdmin === superAdmin.yes && <StatusTag tone="warning">{t('role.yes')}</StatusTag>,
      },
      {
        key: 'status',
        title: label('status'),
        width: 96,
        render: ({ status }) => <StatusOf status={status} />,
      },
      { key: 'description', title: label('description'), width: 240 },
      {
        key: 'actions',
        title: t('action.actions'),
        width: 136,
        actions: true,
        render: (role) => (
          <RowActions
            thing={role.displayName}
            actions={[
              { label: t('action.edit'), onChoose: () => edit(role) },
              {
                label: t('action.delete'),
                danger: true,
                onChoose: () => remove({ ids: [role.id] }, role.displayName),
              },
            ]}
          />
        ),
      },
    ],
    [t, label, edit, remove],
  )
}
