import { departmentTree, tenantUserList } from '@atrium/contract'
import { EmptyState, KeywordInput, ListPage, useCall, useList } from '@atrium/ui-kit/list'
import { LookupSelect, TenantFilter, useTenantFilters } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { pathsOf } from '../department/paths.ts'
import { useTenantText } from '../texts/index.ts'
import { UserDepartmentDialog } from './UserDepartmentDialog.tsx'
import { useDepartmentsDialog } from './use-departments-dialog.ts'
import { useUserDepartmentColumns } from './use-user-department-columns.tsx'

const atFirst = { tenantId: '', departmentId: '', userName: '', keyWord: '' }

/** Departments belong to a tenant, so the filter is dropped if no tenant is selected. */
const request = ({ tenantId, departmentId, userName, keyWord }: Readonly<Record<string, string>>) => ({
  ...(tenantId && { tenantId, ...(departmentId && { departmentId }) }),
  ...(userName && { userName }),
  ...(keyWord && { keyWord }),
})

interface DepartmentFilterProps {
  /** Without a tenant (''), no department can be chosen. */
  readonly tenantId: string
  readonly value: string
  readonly onChange: (id: string) => void
}

/** Filters a list by a department of the tenant. */
function DepartmentFilter({ tenantId, value, onChange }: DepartmentFilterProps) {
  const t = useTenantText()
  const { data: tree, isError } = useCall(departmentTree, { tenantId }, { enabled: tenantId !== '' })
  const choices = useMemo(() => tree && pathsOf(tree), [tree])
  return (
    <LookupSelect
      className="filter-select"
      label={t('userDepartment.department')}
      placeholder={t(tenantId === '' ? 'userDepartment.chooseTenant' : 'userDepartment.anyDepartment')}
      allowClear
      disabled={tenantId === ''}
      choices={choices}
      failed={isError}
      // A department that was deleted meanwhile has no label.
      value={choices?.some((choice) => choice.value === value) ? value : ''}
      onChange={onChange}
    />
  )
}

/**
 * Page with users and their departments, including disabled users. Filters by tenant, department, user name and
 * keyword.
 */
export default function UserDepartmentPage() {
  const t = useTenantText()
  const options = useTenantFilters(atFirst)
  const list = useList(tenantUserList, { ...options, request })
  const { values, choose, filter } = list.state
  const { tenantId = '', departmentId = '', userName = '', keyWord = '' } = values
  const dialog = useDepartmentsDialog()
  const columns = useUserDepartmentColumns(dialog.open)
  return (
    <>
      <ListPage
        title={t('userDepartment.title')}
        purpose={t('userDepartment.purpose')}
        name="userDepartment"
        list={list}
        columns={columns}
        filters={
          <>
            <TenantFilter value={tenantId} onChange={(id) => choose({ tenantId: id, departmentId: '' })} />
            <DepartmentFilter
              tenantId={tenantId}
              value={departmentId}
              onChange={(id) => choose({ departmentId: id })}
            />
            <KeywordInput
              placeholder={t('userDepartment.searchName')}
              value={userName}
              onChange={(name) => filter({ userName: name })}
            />
            <KeywordInput
              placeholder={t('userDepartment.search')}
              value={keyWord}
              onChange={(keyword) => filter({ keyWord: keyword })}
            />
          </>
        }
        empty={<EmptyState title={t('userDepartment.empty')} hint={t('userDepartment.emptyHint')} />}
      />
      <UserDepartmentDialog state={dialog.state} />
    </>
  )
}
