import {
  type Study,
  type StudySite,
  studySiteList,
  studySiteUnselected,
  type TenantSite,
} from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, EmptyState } from '@atrium/ui-kit/list'
import { PickerDialog } from '@atrium/ui-kit/picker-dialog'
import { useMemo } from 'react'
import { useStudyText } from '../texts/index.ts'

/** Calls that show the sites of studies. */
export const studySiteLists = [studySiteList, studySiteUnselected]

interface Props {
  readonly study: Study
  readonly open: boolean
  /** Receives the initial values of the study's site. */
  readonly onPick: (site: Partial<StudySite>) => void
  readonly onClose: () => void
}

const nameOf = ({ nickName }: TenantSite): string => nickName

function useColumns(): ColumnsOf<typeof studySiteUnselected> {
  const label = useLabels('tenantSite')
  return useMemo(
    () => [
      { key: 'siteName', title: label('siteName'), width: 220, sortable: true, always: true },
      { key: 'nickName', title: label('nickName'), width: 180, sortable: true },
      { key: 'areaName', title: label('areaName'), width: 180 },
      { key: 'levelDesc', title: label('levelDesc'), width: 110 },
      { key: 'address', title: label('address'), width: 200 },
    ],
    [label],
  )
}

/** Picks one of the tenant's sites that the study does not have yet. The dialog stays open for the next site. */
export function SitePicker({ study, open, onPick, onClose }: Props) {
  const t = useStudyText()
  const columns = useColumns()
  const input = useMemo(() => ({ studyId: study.id }), [study.id])
  const pick = ([site]: readonly TenantSite[]) => {
    if (!site) return
    const { id: tenantSiteId, siteName, levelDesc, nickName, address, remark } = site
    onPick({ studyId: study.id, tenantSiteId, siteName, levelDesc, nickName, address, remark })
  }
  return (
    <PickerDialog
      open={open}
      title={t('site.addTo', { study: study.studyName })}
      single
      stays
      ok={t('site.next')}
      call={studySiteUnselected}
      input={input}
      keyword="siteName"
      placeholder={t('site.pick.search')}
      name="studySiteUnselected"
      label={t('site.pick.label')}
      columns={columns}
      nameOf={nameOf}
      empty={<EmptyState title={t('site.pick.empty')} hint={t('site.pick.emptyHint')} />}
      noMatch={<EmptyState title={t('site.pick.noMatch')} hint={t('site.pick.noMatchHint')} />}
      onPick={pick}
      onClose={onClose}
    />
  )
}
