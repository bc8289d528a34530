import { auditList } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { KeywordInput, type List } from '@atrium/ui-kit/list'
import { LookupSelect, PeriodFilter, TenantFilter, usePlatformChoice } from '@atrium/ui-kit/pickers'
import { useAuditTrailText } from './texts/index.ts'
import { useChoices, usePeople, useStudies } from './use-lookups.ts'

/** Filters the trail by days, tenant, person, study, kind, act and request. */
export function TrailFilters({ state }: Pick<List<never>, 'state'>) {
  const t = useAuditTrailText()
  const label = useLabels('auditTrail')
  const { values, choose, filter } = state
  const { startTime = '', endTime = '', tenantId = '', actorId = '', studyId = '' } = values
  const { entity = '', call = '', requestId = '' } = values
  const platform = usePlatformChoice(auditList, t('platform'))
  const people = usePeople(tenantId, actorId)
  const studies = useStudies(tenantId, studyId)
  const { kinds, acts, failed } = useChoices()
  return (
    <>
      <PeriodFilter startTime={startTime} endTime={endTime} onChange={choose} />
      <TenantFilter before={platform} value={tenantId} onChange={(chosen) => choose({ tenantId: chosen })} />
      <LookupSelect
        {...people}
        className="filter-select"
        label={label('actorName')}
        placeholder={t('anyPerson')}
        allowClear
        value={actorId}
        onChange={(chosen) => choose({ actorId: chosen })}
      />
      <LookupSelect
        {...studies}
        className="filter-select"
        label={label('studyName')}
        placeholder={t('anyStudy')}
        allowClear
        value={studyId}
        onChange={(chosen) => choose({ studyId: chosen })}
      />
      <LookupSelect
        className="filter-select"
        label={label('entity')}
        placeholder={t('anyKind')}
        allowClear
        choices={kinds}
        failed={failed}
        value={entity}
        onChange={(chosen) => choose({ entity: chosen })}
      />
      <LookupSelect
        className="filter-select"
        label={label('call')}
        placeholder={t('anyAct')}
        allowClear
        choices={acts}
        failed={failed}
        value={call}
        onChange={(chosen) => choose({ call: chosen })}
      />
      <KeywordInput
        placeholder={t('request')}
        value={requestId}
        onChange={(typed) => filter({ requestId: typed })}
      />
    </>
  )
}
