import { type DutyRule, dutyConflicts, dutyList, dutySave, globalTenantId } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { EmptyState, ListCard, PageHeader, Tabs, useList } from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { NoTenant, TenantSelect, usePageTenant, usePlatformChoice } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { DutyDialog } from './DutyDialog.tsx'
import { useDutyText } from './texts/index.ts'
import { useConflictColumns } from './use-conflict-columns.tsx'
import { useDutyColumns } from './use-duty-columns.tsx'
import './duty.css'

interface PartProps {
  readonly tenantId: string
}

/** Lists the rules that hold in a tenant. */
function Rules({ tenantId, edit }: PartProps & { readonly edit: (rule: DutyRule) => void }) {
  const t = useDutyText()
  const fixed = useMemo(() => ({ tenantId }), [tenantId])
  const list = useList(dutyList, { fixed, enabled: tenantId !== '' })
  const columns = useDutyColumns(edit)
  return <ListCard list={list} name="duties" label={t('parts.rules')} columns={columns} />
}

/** Lists the people who hold both roles of a rule in a study. */
function Conflicts({ tenantId }: PartProps) {
  const t = useDutyText()
  const fixed = useMemo(() => ({ tenantId }), [tenantId])
  const list = useList(dutyConflicts, { fixed, enabled: tenantId !== '' })
  const columns = useConflictColumns(tenantId)
  return (
    <ListCard
      list={list}
      name="dutyConflicts"
      label={t('parts.conflicts')}
      columns={columns}
      empty={<EmptyState title={t('noConflicts')} hint={t('noConflictsHint')} />}
    />
  )
}

/** Initial state of the page's address. Choosing a part resets the page number of its list. */
const ofAddress = { part: 'rules', page: 1 }

/** Page with the pairs of roles that one person may not hold in one study, and with those who hold both. */
export default function DutyPage() {
  const t = useDutyText()
  const [address, setAddress] = useAddressState(ofAddress)
  const { tenantId, isNone, select } = usePageTenant(usePlatformChoice(dutySave, t('allTenants')))
  const dialog = useEntityDialog<DutyRule>()
  const isGlobal = tenantId === globalTenantId
  const part = address.part === 'conflicts' && !isGlobal ? 'conflicts' : 'rules'
  const parts = isGlobal ? (['rules'] as const) : (['rules', 'conflicts'] as const)
  return (
    <div className="page">
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        action={
          tenantId !== '' && (
            <Button type="primary" onClick={() => dialog.add({ tenantId })}>
              {t('add')}
            </Button>
          )
        }
      />
      <TenantSelect {...select} />
      {isNone ? (
        <NoTenant />
      ) : (
        <Tabs
          label={t('title')}
          tabs={parts.map((key) => ({ key, label: t(`parts.${key}`) }))}
          shown={part}
          onShow={(key) => setAddress({ part: key, page: 1 })}
        >
          {part === 'rules' ? (
            <Rules tenantId={tenantId} edit={dialog.edit} />
          ) : (
            <Conflicts tenantId={tenantId} />
          )}
        </Tabs>
      )}
      <DutyDialog state={dialog} />
    </div>
  )
}
