import { type Domain, domainDelete, domainList } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { EmptyState, KeywordInput, ListPage, useList } from '@atrium/ui-kit/list'
import { useDeletion, useEntityDialog } from '@atrium/ui-kit/overlay'
import { SoftwareFilter, TenantFilter } from '@atrium/ui-kit/pickers'
import { useSoftwareBaseText } from '../texts/index.ts'
import { DomainDialog } from './DomainDialog.tsx'
import { SignInsDialog } from './SignInsDialog.tsx'
import { useDomainColumns } from './use-domain-columns.tsx'
import { useInitialisation } from './use-initialisation.ts'
import './domain.css'

const filters = { tenantId: '', softwareId: '', keyWord: '' }
/** Calls that show domains. */
const lists = [domainList]

/** Page with the addresses at which tenants use products: search, add, edit, delete, initialise, show sign-ins. */
export default function DomainPage() {
  const t = useSoftwareBaseText()
  const list = useList(domainList, { filters })
  const { values, choose, filter } = list.state
  const dialog = useEntityDialog<Domain>()
  const remove = useDeletion(domainDelete, lists)
  const initialise = useInitialisation(lists)
  const signIns = useEntityDialog<Domain>()
  const columns = useDomainColumns({ edit: dialog.edit, remove, initialise, showSignIns: signIns.edit })
  const { tenantId = '', softwareId = '', keyWord = '' } = values
  const add = (
    // A new domain starts with the tenant and product of the list's filter.
    <Button type="primary" onClick={() => dialog.add({ tenantId, softwareId })}>
      {t('domain.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('domain.title')}
        purpose={t('domain.purpose')}
        action={add}
        name="domain"
        list={list}
        columns={columns}
        filters={
          <>
            <TenantFilter value={tenantId} onChange={(id) => choose({ tenantId: id })} />
            <SoftwareFilter value={softwareId} onChange={(id) => choose({ softwareId: id })} />
            <KeywordInput
              placeholder={t('domain.search')}
              value={keyWord}
              onChange={(keyword) => filter({ keyWord: keyword })}
            />
          </>
        }
        empty={<EmptyState title={t('domain.empty')} hint={t('domain.emptyHint')} action={add} />}
      />
      <DomainDialog state={dialog} refreshes={lists} />
      {signIns.subject && (
        <SignInsDialog
          key={signIns.opening}
          domain={signIns.subject.values}
          open={signIns.open}
          onClose={signIns.close}
        />
      )}
    </>
  )
}
