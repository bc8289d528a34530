import { accessExport, accessList, type InputOf } from '@atrium/contract'
import { EmptyState, ListPage, shownZone, useList } from '@atrium/ui-kit/list'
import { useTenantFilters } from '@atrium/ui-kit/pickers'
import { ReportExport } from '../report-export/ReportExport.tsx'
import { AccessFilters } from './AccessFilters.tsx'
import { filters } from './filters.ts'
import { useAccessReportText } from './texts/index.ts'
import { useAccessColumns } from './use-access-columns.tsx'
import './access-report.css'

/** Page with who has which access: now, at a past instant, or what differs between two. */
export default function AccessReportPage() {
  const t = useAccessReportText()
  const list = useList(accessList, useTenantFilters(filters))
  const { values } = list.state
  const isComparing = values.compareWith !== ''
  const texts = {
    ...{ action: t('export.action'), choose: t('export.choose'), done: t('export.done') },
    ...{ cancelled: t('export.cancelled'), running: t('export.running'), cancel: t('export.cancel') },
  }
  return (
    <ListPage
      title={t('title')}
      purpose={t('purpose')}
      name="accessReport"
      list={list}
      columns={useAccessColumns(isComparing)}
      filters={<AccessFilters state={list.state} />}
      tools={
        <>
          <ReportExport
            call={accessExport}
            inputOf={(format) => {
              const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
              return { ...set, timeZone: shownZone, format } as InputOf<typeof accessExport>
            }}
            texts={texts}
          />
          {list.response?.isPartial && (
            <p role="status" className="access-partial">
              {t('partial')}
            </p>
          )}
        </>
      }
      empty={<EmptyState title={t(isComparing ? 'noDifference' : 'empty')} hint={t('emptyHint')} />}
    />
  )
}
