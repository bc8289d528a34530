import {
  type Unblinding,
  type UnblindingState,
  unblindingExport,
  unblindingList,
  unblindingStates,
  unblindingWithdraw,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { EmptyState, ListCard, PageHeader, shownZone, useList } from '@atrium/ui-kit/list'
import { operate, useEntityDialog } from '@atrium/ui-kit/overlay'
import { NoTenant, StateFilters, stateFilters, TenantSelect, usePageTenant } from '@atrium/ui-kit/pickers'
import { useCallback, useMemo } from 'react'
import { ReportExport } from '../report-export/ReportExport.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import { DeclineDialog } from './DeclineDialog.tsx'
import { DetailsDialog } from './DetailsDialog.tsx'
import { useUnblindingText } from './texts/index.ts'
import { useUnblindingColumns } from './use-unblinding-columns.tsx'
import './unblinding.css'

/** Lists the unblinded access in a tenant, and decides on requests for it. */
function Register({ tenantId }: { readonly tenantId: string }) {
  const t = useUnblindingText()
  const word = useContractText()
  const fixed = useMemo(() => ({ tenantId }), [tenantId])
  const list = useList(unblindingList, { filters: stateFilters, fixed, enabled: tenantId !== '' })
  const states = useMemo(
    () => unblindingStates.map((state) => ({ value: state, label: word(`unblinding.states.${state}`) })),
    [word],
  )
  const details = useEntityDialog<Unblinding>()
  const approving = useEntityDialog<Unblinding>()
  const declining = useEntityDialog<Unblinding>()
  const withdraw = useCallback(
    ({ id, tenantId, personName, studyName }: Unblinding) =>
      void operate([unblindingList], {
        question: {
          title: t('withdraw.title'),
          content: t('withdraw.question', { person: personName, study: studyName }),
          ok: t('withdraw.action'),
          danger: true,
        },
        call: unblindingWithdraw,
        input: { id },
        tenantId,
        done: word('unblinding.done.withdrawn'),
      }),
    [t, word],
  )
  const columns = useUnblindingColumns({
    show: details.edit,
    approve: approving.edit,
    decline: declining.edit,
    withdraw,
  })
  return (
    <>
      <ListCard
        list={list}
        name="unblinding"
        label={t('title')}
        columns={columns}
        filters={<StateFilters of={list.state} states={states} search={t('search')} />}
        tools={
          <ReportExport
            call={unblindingExport}
            inputOf={(format) => {
              const { state, keyWord = '' } = list.state.values
              const chosen = state ? { state: state as UnblindingState } : {}
              return { tenantId, keyWord, ...chosen, format, timeZone: shownZone }
            }}
          />
        }
        empty={<EmptyState title={t('empty')} hint={t('emptyHint')} />}
      />
      <DetailsDialog state={details} />
      <ApproveDialog state={approving} />
      <DeclineDialog state={declining} />
    </>
  )
}

/** Page with the register of unblinded access in a tenant. */
export default function UnblindingPage() {
  const t = useUnblindingText()
  const { tenantId, isNone, select } = usePageTenant()
  return (
    <div className="page">
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <TenantSelect {...select} />
      {isNone ? <NoTenant /> : <Register tenantId={tenantId} />}
    </div>
  )
}
