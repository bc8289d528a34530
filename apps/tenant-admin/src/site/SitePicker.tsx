import {
  lookupLimit,
  type Site,
  tenantSiteList,
  tenantSiteSave,
  tenantSiteUnselected,
} from '@atrium/contract'
import { send, useLabels } from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { type ColumnsOf, EmptyState, refresh } from '@atrium/ui-kit/list'
import { PickerDialog } from '@atrium/ui-kit/picker-dialog'
import { regionName } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useTenantText } from '../texts/index.ts'

/** Calls that show the sites of tenants. */
export const tenantSiteLists = [tenantSiteList, tenantSiteUnselected]

interface Props {
  readonly open: boolean
  readonly tenantId: string
  readonly onClose: () => void
}

const nameOf = ({ siteName }: Site): string => siteName

function useColumns(): ColumnsOf<typeof tenantSiteUnselected> {
  const label = useLabels('tenantSite')
  return useMemo(
    () => [
      { key: 'siteName', title: label('siteName'), width: 220, always: true },
      { key: 'region', title: label('areaName'), width: 180, render: regionName },
      { key: 'levelDesc', title: label('levelDesc'), width: 110 },
      { key: 'address', title: label('address'), width: 220 },
    ],
    [label],
  )
}

/** Picks sites that a tenant does not have yet and adds them. */
export function SitePicker({ open, tenantId, onClose }: Props) {
  const t = useTenantText()
  const columns = useColumns()
  const input = useMemo(() => ({ tenantId }), [tenantId])
  const add = async (sites: readonly Site[]) => {
    const added = await send(tenantSiteSave, { tenantId, siteIds: sites.map(({ id }) => id) })
    const count = added === '' ? 0 : added.split(',').length
    Message.success(t('site.added', { count }))
    void refresh(...tenantSiteLists)
  }
  return (
    <PickerDialog
      open={open}
      title={t('site.add')}
      ok={t('site.addPicked')}
      call={tenantSiteUnselected}
      input={input}
      placeholder={t('site.pick.search')}
      name="tenantSiteUnselected"
      label={t('site.pick.label')}
      columns={columns}
      nameOf={nameOf}
      max={lookupLimit}
      empty={<EmptyState title={t('site.pick.empty')} hint={t('site.pick.emptyHint')} />}
      noMatch={<EmptyState title={t('site.pick.noMatch')} hint={t('site.pick.noMatchHint')} />}
      onPick={add}
      onClose={onClose}
    />
  )
}
