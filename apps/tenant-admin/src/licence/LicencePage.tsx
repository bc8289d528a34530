import { licenceList } from '@atrium/contract'
import { EmptyState, ListPage, useList } from '@atrium/ui-kit/list'
import { SoftwareFilter, TenantFilter, useTenantFilters } from '@atrium/ui-kit/pickers'
import { useTenantText } from '../texts/index.ts'
import { useLicenceColumns } from './use-licence-columns.tsx'

const filters = { tenantId: '', softwareId: '' }

/** Shows the limits and usage of tenants' products, read-only. */
export default function LicencePage() {
  const t = useTenantText()
  const list = useList(licenceList, useTenantFilters(filters))
  const columns = useLicenceColumns()
  const { values, choose } = list.state
  const { tenantId = '', softwareId = '' } = values
  return (
    <ListPage
      title={t('licence.title')}
      purpose={t('licence.purpose')}
      name="syslist"
      list={list}
      columns={columns}
      filters={
        <>
          <TenantFilter value={tenantId} onChange={(id) => choose({ tenantId: id })} />
          <SoftwareFilter value={softwareId} onChange={(id) => choose({ softwareId: id })} />
        </>
      }
      empty={<EmptyState title={t('licence.empty')} hint={t('licence.emptyHint')} />}
    />
  )
}
