import { type TenantUser, tenantUserExtend, tenantUserList } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { InvitationsButton } from '@atrium/ui-kit/invitations'
import { CheckFilter, EmptyState, KeywordInput, ListPage, useList } from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { ExtendDialog, TenantFilter, useTenantFilters } from '@atrium/ui-kit/pickers'
import { useCallback } from 'react'
import { useTenantText } from '../texts/index.ts'
import { AddDialog, newMembership, type UsersToAdd } from './AddDialog.tsx'
import { BaseDialog } from './BaseDialog.tsx'
import { ExtendTools } from './ExtendTools.tsx'
import { ImportantDialog } from './ImportantDialog.tsx'
import { tenantUserLists } from './lists.ts'
import { useExtending } from './use-extending.ts'
import { useTenantUserColumns } from './use-tenant-user-columns.tsx'
import './tenant-user.css'

const start = { tenantId: '', userName: '', keyWord: '', searchAll: '' }

/** Filter value that includes special users. */
const all = 'true'

type Filters = Readonly<Record<string, string>>
const requestOf = ({ tenantId = '', userName = '', keyWord = '', searchAll }: Filters) => ({
  tenantId,
  userName,
  keyWord,
  searchAll: searchAll === all,
})

/** Page with the users of tenants: search, add, edit, extend, enable, disable and remove. */
export default function TenantUserPage() {
  const t = useTenantText()
  const list = useList(tenantUserList, { ...useTenantFilters(start), request: requestOf })
  const { values, choose, filter } = list.state
  const { tenantId = '', userName = '', keyWord = '', searchAll } = values
  const adding = useEntityDialog<UsersToAdd>()
  const base = useEntityDialog<TenantUser>()
  const important = useEntityDialog<TenantUser>()
  const { edit } = important
  // The dialog changes the user, so it needs the version of the user instead of the membership.
  const editImportant = useCallback(
    (user: TenantUser) => edit({ ...user, rowVersion: user.userVersion }),
    [edit],
  )
  const ofOneTenant = tenantId !== ''
  const { selection, selectable, dialog, extend, extendSelected } = useExtending(tenantId, list.rows)
  const columns = useTenantUserColumns({ editBase: base.edit, editImportant, extend }, ofOneTenant)
  const add = (
    <div className="tenant-user-add">
      {tenantId === '' && <span>{t('user.chooseTenant')}</span>}
      <InvitationsButton tenantId={tenantId} />
      <Button
        type="primary"
        disabled={tenantId === ''}
        onClick={() => adding.add({ ...newMembership, tenantId })}
      >
        {t('user.add')}
      </Button>
    </div>
  )
  return (
    <>
      <ListPage
        title={t('user.title')}
        purpose={t('user.purpose')}
        action={add}
        name="tenantUser"
        list={list}
        columns={columns}
        {...(ofOneTenant && {
          selectable,
          tools: <ExtendTools selection={selection} onExtend={extendSelected} />,
        })}
        filters={
          <>
            <TenantFilter value={tenantId} onChange={(id) => choose({ tenantId: id })} />
            <KeywordInput
              placeholder={t('user.searchName')}
              value={userName}
              onChange={(name) => filter({ userName: name })}
            />
            <KeywordInput
              placeholder={t('user.search')}
              value={keyWord}
              onChange={(keyword) => filter({ keyWord: keyword })}
            />
            <CheckFilter
              checked={searchAll === all}
              onChange={(checked) => choose({ searchAll: checked ? all : '' })}
            >
              {t('user.searchAll')}
            </CheckFilter>
          </>
        }
        empty={<EmptyState title={t('user.empty')} hint={t('user.emptyHint')} />}
      />
      <AddDialog state={adding} />
      <BaseDialog state={base} />
      <ImportantDialog state={important} />
      <ExtendDialog
        state={dialog}
        call={tenantUserExtend}
        tenantId={tenantId}
        refreshes={tenantUserLists}
        onSaved={selection.clear}
      />
    </>
  )
}
