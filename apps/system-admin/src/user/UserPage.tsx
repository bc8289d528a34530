import { type ListedUser, userList } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { EmptyState, ListPage, useList, useSelection } from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { SessionsDialog } from '@atrium/ui-kit/sessions'
import { useCallback, useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'
import { useUserColumns } from './columns/use-user-columns.tsx'
import { AddUserDialog, type NewUser, newUser } from './dialogs/AddUserDialog.tsx'
import { type Basics, BasicsDialog, basicsOf } from './dialogs/BasicsDialog.tsx'
import { ImportantDialog } from './dialogs/ImportantDialog.tsx'
import { PasswordDialog } from './dialogs/PasswordDialog.tsx'
import { usePasswordDialog } from './dialogs/use-password-dialog.ts'
import { ExportTools } from './ExportTools.tsx'
import { userLists } from './lists.ts'
import { filters, filtersOf } from './request.ts'
import { UserFilters } from './UserFilters.tsx'
import { useUserOperations } from './use-user-operations.ts'
import './user.css'

const nameOf = ({ displayName }: ListedUser) => displayName

/** Page with the users of the platform: search, add, edit, lock, export and set passwords. */
export default function UserPage() {
  const t = useSystemText()
  const list = useList(userList, { filters, request: filtersOf })
  const selection = useSelection(userList.path)
  const selectable = useMemo(() => ({ selection, nameOf }), [selection])
  const adding = useEntityDialog<NewUser>()
  const basics = useEntityDialog<Basics>()
  const important = useEntityDialog<ListedUser>()
  const password = usePasswordDialog()
  const devices = useEntityDialog<ListedUser>()
  const operations = useUserOperations()
  const { edit } = basics
  const editBasics = useCallback((user: ListedUser) => edit(basicsOf(user)), [edit])
  const columns = useUserColumns({
    ...operations,
    editBasics,
    editImportant: important.edit,
    changePassword: password.open,
    showDevices: devices.edit,
  })
  const add = (
    <Button type="primary" onClick={() => adding.add(newUser)}>
      {t('user.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('user.title')}
        purpose={t('user.purpose')}
        action={add}
        name="user"
        list={list}
        columns={columns}
        selectable={selectable}
        filters={<UserFilters state={list.state} />}
        tools={<ExportTools selection={selection} values={list.state.values} total={list.total} />}
        empty={<EmptyState title={t('user.empty')} hint={t('user.emptyHint')} action={add} />}
      />
      <AddUserDialog state={adding} refreshes={userLists} />
      <BasicsDialog state={basics} refreshes={userLists} />
      <ImportantDialog state={important} refreshes={userLists} />
      {password.user && (
        <PasswordDialog
          key={password.opening}
          user={password.user}
          open={password.isOpen}
          onClose={password.close}
        />
      )}
      {devices.subject && (
        <SessionsDialog
          key={devices.opening}
          userId={devices.subject.values.id ?? ''}
          title={t('user.devices.title', { name: devices.subject.values.displayName ?? '' })}
          open={devices.open}
          onClose={devices.close}
        />
      )}
    </>
  )
}
