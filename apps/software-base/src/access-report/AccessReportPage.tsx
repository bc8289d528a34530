import { accessExport, accessList, type InputOf } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { EmptyState, ListPage, shownZone, useIsPlatform, useList } from '@atrium/ui-kit/list'
import { useTenantFilters } from '@atrium/ui-kit/pickers'
import { ReportExport } from '../report-export/ReportExport.tsx'
import { AccessFilters } from './AccessFilters.tsx'
import { filters, namesScope } from './filters.ts'
import { Summary } from './Summary.tsx'
import { useAccessReportText } from './texts/index.ts'
import { useAccessColumns } from './use-access-columns.tsx'
import './access-report.css'

/** Page with who has which access: now, at a past instant, or what differs between two. */
export default function AccessReportPage() {
  const t = useAccessReportText()
  const list = useList(accessList, useTenantFilters(filters))
  const { values, clear } = list.state
  const isComparing = values.compareWith !== ''
  const isOfPlatform = useIsPlatform(accessList) && !namesScope(values)
  return (
    <ListPage
      title={t('title')}
      purpose={t('purpose')}
      name="accessReport"
      list={list}
      columns={useAccessColumns({ isComparing, isOfOneTenant: values.tenantId !== '' })}
      filters={<AccessFilters list={list} />}
      tools={
        <div className="access-tools">
          <ReportExport
            call={accessExport}
            inputOf={(format) => {
              const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
              return { ...set, timeZone: shownZone, format } as InputOf<typeof accessExport>
            }}
          />
          <Summary list={list} isOfPlatform={isOfPlatform} />
        </div>
      }
      empty={<EmptyState title={t('empty')} hint={t('emptyHint')} />}
      noMatch={
        <EmptyState
          title={t(isComparing ? 'noDifference' : 'empty')}
          hint={t(isOfPlatform ? 'scopeHint' : 'emptyHint')}
          action={<Button onClick={clear}>{t('clear')}</Button>}
        />
      }
    />
  )
}
