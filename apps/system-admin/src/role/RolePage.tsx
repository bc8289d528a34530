import {
  type Role,
  type RoleWithMenus,
  roleDelete,
  roleInfo,
  roleList,
  systemRoles,
  userInfo,
} from '@atrium/contract'
import { send } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { EmptyState, KeywordInput, ListPage, useList } from '@atrium/ui-kit/list'
import { useDeletion, useEntityDialog } from '@atrium/ui-kit/overlay'
import { useCallback } from 'react'
import { useSystemText } from '../texts/index.ts'
import { RoleDialog } from './RoleDialog.tsx'
import { newRole } from './RoleFields.tsx'
import { useRoleColumns } from './use-role-columns.tsx'
import './role.css'

const filters = { name: '', roleType: '', status: '' }
/** Calls that list roles or depend on the user's own role. */
const lists = [roleList, systemRoles, userInfo]

/** Page with the roles of the platform and of tenants: search, add, edit and delete. */
export default function RolePage() {
  const t = useSystemText()
  const list = useList(roleList, { filters })
  const dialog = useEntityDialog<RoleWithMenus>()
  const remove = useDeletion(roleDelete, lists)
  const { edit: open } = dialog
  const edit = useCallback(
    // The error message is already shown.
    ({ id }: Role) => void send(roleInfo, { id }).then(open, () => undefined),
    [open],
  )
  const columns = useRoleColumns({ edit, remove })
  const add = (
    <Button type="primary" onClick={() => dialog.add(newRole)}>
      {t('role.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('role.title')}
        purpose={t('role.purpose')}
        action={add}
        name="role"
        list={list}
        columns={columns}
        filters={
          <KeywordInput
            placeholder={t('role.search')}
            value={list.state.values.name ?? ''}
            onChange={(name) => list.state.filter({ name })}
          />
        }
        empty={<EmptyState title={t('role.empty')} hint={t('role.emptyHint')} action={add} />}
      />
      <RoleDialog state={dialog} refreshes={lists} />
    </>
  )
}
