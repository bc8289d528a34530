import { type Role, type roleList, roleTypes, superAdmin } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, editColumn, OpenTag, openChoices, StatusTag } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'

interface Handlers {
  readonly edit: (role: Role) => void
  readonly remove: (input: { ids: string[] }, name: string) => void
}

/** Returns the columns of the role list. */
export function useRoleColumns({ edit, remove }: Handlers): ColumnsOf<typeof roleList> {
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
        filter: {
          choices: [
            { value: String(roleTypes.system), label: t('role.system') },
            { value: String(roleTypes.tenant), label: t('role.tenant') },
          ],
        },
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
        filter: { choices: openChoices().map(({ value, label }) => ({ value: String(value), label })) },
        title: label('status'),
        width: 96,
        render: ({ status }) => <OpenTag status={status} />,
      },
      { key: 'displayDescription', title: label('description'), width: 240 },
      editColumn({
        name: ({ displayName }) => displayName,
        history: 'role',
        edit,
        remove: ({ id, displayName }) => remove({ ids: [id] }, displayName),
      }),
    ],
    [t, label, edit, remove],
  )
}
