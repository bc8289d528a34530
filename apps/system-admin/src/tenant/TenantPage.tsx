import { type Tenant, tenantCombobox, tenantDelete, tenantList } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { EmptyState, KeywordInput, ListPage, useList } from '@atrium/ui-kit/list'
import { useDeletion, useEntityDialog } from '@atrium/ui-kit/overlay'
import { useSystemText } from '../texts/index.ts'
import { TenantDialog } from './TenantDialog.tsx'
import { useTenantColumns } from './use-tenant-columns.tsx'

const filters = { keyWord: '', categoryId: '' }
/** The calls that list tenants, here and on other pages. */
const lists = [tenantList, tenantCombobox]

/** Page with the tenants of the platform: search, add, edit and delete. */
export default function TenantPage() {
  const t = useSystemText()
  const list = useList(tenantList, { filters })
  const dialog = useEntityDialog<Tenant>()
  const remove = useDeletion(tenantDelete, lists)
  const columns = useTenantColumns({ edit: dialog.edit, remove })
  const add = (
    <Button type="primary" onClick={() => dialog.add()}>
      {t('tenant.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('tenant.title')}
        purpose={t('tenant.purpose')}
        action={add}
        name="tenant"
        list={list}
        columns={columns}
        filters={
          <KeywordInput
            placeholder={t('tenant.search')}
            value={list.state.values.keyWord ?? ''}
            onChange={(keyWord) => list.state.filter({ keyWord })}
          />
        }
        empty={<EmptyState title={t('tenant.empty')} hint={t('tenant.emptyHint')} action={add} />}
      />
      <TenantDialog state={dialog} refreshes={lists} />
    </>
  )
}
