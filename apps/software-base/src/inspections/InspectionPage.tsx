import { useAddressState } from '@atrium/shared-api'
import { PageHeader } from '@atrium/ui-kit/list'
import { NoTenant, TenantSelect, usePageTenant } from '@atrium/ui-kit/pickers'
import { useCallback } from 'react'
import { InspectionList } from './InspectionList.tsx'
import { LookList } from './LookList.tsx'
import { useInspectionText } from './texts/index.ts'
import './inspections.css'

/** Initial state of the page's address. Opening an inspection resets the page number of the list. */
const ofAddress = { inspection: '', inspector: '', page: 1 }

interface Props {
  readonly show: (id: string, inspector: string) => void
}

/** The inspections of a tenant. */
function Inspections({ show }: Props) {
  const { tenantId, isNone, select } = usePageTenant()
  return (
    <>
      <TenantSelect {...select} />
      {isNone ? <NoTenant /> : <InspectionList tenantId={tenantId} show={show} />}
    </>
  )
}

/** Page with the inspections of a tenant, or with what one of the inspectors read. */
export default function InspectionPage() {
  const t = useInspectionText()
  const [{ inspection, inspector }, setAddress] = useAddressState(ofAddress)
  const show = useCallback(
    (id: string, name: string) => setAddress({ inspection: id, inspector: name, page: 1 }),
    [setAddress],
  )
  return (
    <div className="page">
      <PageHeader title={t('title')} purpose={t('purpose')} />
      {inspection === '' ? (
        <Inspections show={show} />
      ) : (
        <LookList key={inspection} id={inspection} name={inspector} back={() => show('', '')} />
      )}
    </div>
  )
}
