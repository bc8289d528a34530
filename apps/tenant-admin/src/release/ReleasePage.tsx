import { tenantReleases } from '@atrium/contract'
import { EmptyState, ListPage, useList } from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { TenantFilter, useTenantFilters } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useTenantText } from '../texts/index.ts'
import { type Acceptance, AcceptDialog, type ModeChange, ModeDialog } from './ReleaseDialogs.tsx'
import { useReleaseColumns } from './use-release-columns.tsx'
import './release.css'

const filters = { tenantId: '' }

/** Page that shows which module releases a tenant uses, and whether it must accept each new one first. */
export default function ReleasePage() {
  const t = useTenantText()
  const answered = useList(tenantReleases, useTenantFilters(filters))
  const rows = useMemo(
    () => answered.rows?.map((row) => ({ ...row, id: `${row.tenantId} ${row.name}` })),
    [answered.rows],
  )
  const acceptance = useEntityDialog<Acceptance>()
  const change = useEntityDialog<ModeChange>()
  const { tenantId = '' } = answered.state.values
  const columns = useReleaseColumns({
    ofOneTenant: tenantId !== '',
    accept: acceptance.edit,
    change: change.edit,
  })
  return (
    <>
      <ListPage
        title={t('release.title')}
        purpose={t('release.purpose')}
        name="tenantRelease"
        list={{ ...answered, rows }}
        columns={columns}
        filters={<TenantFilter value={tenantId} onChange={(id) => answered.state.choose({ tenantId: id })} />}
        empty={<EmptyState title={t('release.empty')} hint={t('release.emptyHint')} />}
      />
      <AcceptDialog state={acceptance} />
      <ModeDialog state={change} />
    </>
  )
}
