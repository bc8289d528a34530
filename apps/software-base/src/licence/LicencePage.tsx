import { type Licence, licenceDelete, licenceList, unlimitedCount } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { EmptyState, ListPage, useList } from '@atrium/ui-kit/list'
import { useDeletion, useEntityDialog } from '@atrium/ui-kit/overlay'
import { SoftwareFilter, TenantFilter } from '@atrium/ui-kit/pickers'
import { useSoftwareBaseText } from '../texts/index.ts'
import { LicenceDialog } from './LicenceDialog.tsx'
import { useLicenceColumns } from './use-licence-columns.tsx'

const filters = { tenantId: '', softwareId: '' }
/** Calls that show licences. */
const lists = [licenceList]

/** Initial values of a new licence, which is unlimited. */
const unlimited: Partial<Licence> = {
  timeEnable: false,
  studyEnable: false,
  maxStudy: unlimitedCount,
  userEnable: false,
  maxUser: unlimitedCount,
  isEnable: true,
}

/** Page with the tenants' licences for products: filter, add, edit, delete. */
export default function LicencePage() {
  const t = useSoftwareBaseText()
  const list = useList(licenceList, { filters })
  const dialog = useEntityDialog<Licence>()
  const remove = useDeletion(licenceDelete, lists)
  const columns = useLicenceColumns({ edit: dialog.edit, remove })
  const { values, choose } = list.state
  const { tenantId = '', softwareId = '' } = values
  const add = (
    <Button type="primary" onClick={() => dialog.add({ ...unlimited, tenantId, softwareId })}>
      {t('licence.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('licence.title')}
        purpose={t('licence.purpose')}
        action={add}
        name="tenantsoft"
        list={list}
        columns={columns}
        filters={
          <>
            <TenantFilter value={tenantId} onChange={(id) => choose({ tenantId: id })} />
            <SoftwareFilter value={softwareId} onChange={(id) => choose({ softwareId: id })} />
          </>
        }
        empty={<EmptyState title={t('licence.empty')} hint={t('licence.emptyHint')} action={add} />}
      />
      <LicenceDialog state={dialog} refreshes={lists} />
    </>
  )
}
