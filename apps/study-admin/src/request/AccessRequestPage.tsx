import {
  type AccessRequestRules,
  type AskedAccess,
  accessRequestList,
  accessRequestRules,
  accessRequestStates,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { EmptyState, ListCard, PageHeader, useCall, useList } from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { NoTenant, StateFilters, stateFilters, TenantSelect, usePageTenant } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { ApproveDialog } from './ApproveDialog.tsx'
import { DeclineDialog } from './DeclineDialog.tsx'
import { DetailsDialog } from './DetailsDialog.tsx'
import { RulesDialog } from './RulesDialog.tsx'
import { useRequestText } from './texts/index.ts'
import { useRequestColumns } from './use-request-columns.tsx'

/** Lists the requests for access in a tenant, and decides on them. */
function Requests({ tenantId }: { readonly tenantId: string }) {
  const t = useRequestText()
  const word = useContractText()
  const fixed = useMemo(() => ({ tenantId }), [tenantId])
  const list = useList(accessRequestList, { filters: stateFilters, fixed, enabled: tenantId !== '' })
  const states = useMemo(
    () =>
      accessRequestStates.map((state) => ({ value: state, label: word(`accessRequest.states.${state}`) })),
    [word],
  )
  const details = useEntityDialog<AskedAccess>()
  const approving = useEntityDialog<AskedAccess>()
  const declining = useEntityDialog<AskedAccess>()
  const columns = useRequestColumns({
    show: details.edit,
    approve: approving.edit,
    decline: declining.edit,
  })
  return (
    <>
      <ListCard
        list={list}
        name="accessRequest"
        label={t('title')}
        columns={columns}
        filters={<StateFilters of={list.state} states={states} search={t('search')} />}
        empty={<EmptyState title={t('empty')} hint={t('emptyHint')} />}
      />
      <DetailsDialog state={details} />
      <ApproveDialog state={approving} />
      <DeclineDialog state={declining} />
    </>
  )
}

/** Opens the tenant's rules for requests. */
function RulesButton({ tenantId }: { readonly tenantId: string }) {
  const t = useRequestText()
  const dialog = useEntityDialog<AccessRequestRules>()
  const { data } = useCall(accessRequestRules, { id: tenantId }, { enabled: tenantId !== '' })
  return (
    <>
      <Button disabled={!data} onClick={() => data && dialog.edit(data)}>
        {t('rules.action')}
      </Button>
      <RulesDialog state={dialog} />
    </>
  )
}

/** Page with the requests for access in a tenant. */
export default function AccessRequestPage() {
  const t = useRequestText()
  const { tenantId, isNone, select } = usePageTenant()
  return (
    <div className="page">
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        action={!isNone && <RulesButton tenantId={tenantId} />}
      />
      <TenantSelect {...select} />
      {isNone ? <NoTenant /> : <Requests tenantId={tenantId} />}
    </div>
  )
}
