import { type Department, rootDepartmentId } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { PageHeader } from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { NoTenant, TenantSelect, useTenantChoice } from '@atrium/ui-kit/pickers'
import { useCallback, useState } from 'react'
import { useTenantText } from '../texts/index.ts'
import { DepartmentDialog } from './DepartmentDialog.tsx'
import { DepartmentTree } from './DepartmentTree.tsx'

const ofAddress = { tenantId: '' }

/** Page with the departments of a tenant as a tree: search, add, rename, move, delete. */
export default function DepartmentPage() {
  const t = useTenantText()
  const [{ tenantId: chosen }, set] = useAddressState(ofAddress)
  const { tenantId, isNone, select } = useTenantChoice({
    chosen,
    onChoose: useCallback((tenantId: string) => set({ tenantId }), [set]),
  })
  const dialog = useEntityDialog<Department>()
  const [saved, setSaved] = useState<string>()
  const forgetSaved = useCallback(() => setSaved(undefined), [])
  const add = (
    <Button
      type="primary"
      disabled={tenantId === ''}
      onClick={() => dialog.add({ tenantId, parentId: rootDepartmentId })}
    >
      {t('department.addRoot')}
    </Button>
  )
  return (
    <div className="page">
      <PageHeader title={t('department.title')} purpose={t('department.purpose')} action={add} />
      <TenantSelect {...select} />
      {isNone && <NoTenant />}
      {tenantId !== '' && (
        <DepartmentTree
          key={tenantId}
          tenantId={tenantId}
          add={add}
          dialog={dialog}
          wanted={saved}
          onShown={forgetSaved}
        />
      )}
      <DepartmentDialog state={dialog} onSaved={setSaved} />
    </div>
  )
}
