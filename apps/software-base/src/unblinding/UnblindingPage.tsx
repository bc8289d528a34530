import { type Unblinding, unblindingList, unblindingStates, unblindingWithdraw } from '@atrium/contract'
import { useAddressState, useContractText, useLabels } from '@atrium/shared-api'
import { EmptyState, KeywordInput, ListCard, PageHeader, useList } from '@atrium/ui-kit/list'
import { operate, useEntityDialog } from '@atrium/ui-kit/overlay'
import { LookupSelect, NoTenant, TenantSelect, useTenantChoice } from '@atrium/ui-kit/pickers'
import { useCallback, useMemo } from 'react'
import { ApproveDialog } from './ApproveDialog.tsx'
import { DeclineDialog } from './DeclineDialog.tsx'
import { DetailsDialog } from './DetailsDialog.tsx'
import { useUnblindingText } from './texts/index.ts'
import { useUnblindingColumns } from './use-unblinding-columns.tsx'
import './unblinding.css'

const filters = { state: '', keyWord: '' }

/** Lists the unblinded access in a tenant, and decides on requests for it. */
function Register({ tenantId }: { readonly tenantId: string }) {
  const t = useUnblindingText()
  const word = useContractText()
  const label = useLabels('unblinding')
  const fixed = useMemo(() => ({ tenantId }), [tenantId])
  const list = useList(unblindingList, { filters, fixed, enabled: tenantId !== '' })
  const { values, choose, filter } = list.state
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
        filters={
          <>
            <LookupSelect
              className="filter-select"
              label={label('state')}
              placeholder={t('anyState')}
              allowClear
              choices={states}
              value={values.state ?? ''}
              onChange={(state) => choose({ state })}
            />
            <KeywordInput
              placeholder={t('search')}
              value={values.keyWord ?? ''}
              onChange={(keyWord) => filter({ keyWord })}
            />
          </>
        }
        empty={<EmptyState title={t('empty')} hint={t('emptyHint')} />}
      />
      <DetailsDialog state={details} />
      <ApproveDialog state={approving} />
      <DeclineDialog state={declining} />
    </>
  )
}

/** Initial state of the page's address. Choosing a tenant resets the page number of its register. */
const ofAddress = { tenantId: '', page: 1 }

/** Page with the register of unblinded access in a tenant. */
export default function UnblindingPage() {
  const t = useUnblindingText()
  const [address, setAddress] = useAddressState(ofAddress)
  const { tenantId, isNone, select } = useTenantChoice({
    chosen: address.tenantId,
    onChoose: (id) => setAddress({ tenantId: id, page: 1 }),
  })
  return (
    <div className="page">
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <TenantSelect {...select} />
      {isNone ? <NoTenant /> : <Register tenantId={tenantId} />}
    </div>
  )
}
