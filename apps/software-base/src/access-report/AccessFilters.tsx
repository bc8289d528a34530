import { accessChoices, accessList, accessStates } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { type ListOf, useCall } from '@atrium/ui-kit/list'
import { LookupSelect, StateFilters, TenantFilter, usePlatformChoice } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { choiceOf, staleTime, usePeople, useStudies } from '../audit-trail/use-lookups.ts'
import { namesScope } from './filters.ts'
import { InstantFilters } from './InstantFilters.tsx'
import { useAccessReportText } from './texts/index.ts'

interface Props {
  readonly list: ListOf<typeof accessList>
}

/** Filters the report by instant, tenant, study, site, product, person and state. */
export function AccessFilters({ list }: Props) {
  const t = useAccessReportText()
  const word = useContractText()
  const label = useLabels('accessReport')
  const { values, choose } = list.state
  const { tenantId = '', studyId = '', siteId = '', softwareId = '', userId = '' } = values
  const platform = usePlatformChoice(accessList, t('platform'))
  const people = usePeople(tenantId, userId)
  const studies = useStudies(tenantId, studyId)
  const { data, isError } = useCall(accessChoices, { studyId }, { staleTime })
  const states = useMemo(
    () => accessStates.map((one) => ({ value: one, label: word(`accessReport.states.${one}`) })),
    [word],
  )
  return (
    <>
      <InstantFilters list={list} />
      <TenantFilter
        before={platform}
        placeholder={platform.length > 0 && !namesScope(values) ? t('platform') : undefined}
        value={tenantId}
        onChange={(chosen) => choose({ tenantId: chosen, studyId: '', siteId: '', userId: '' })}
      />
      <LookupSelect
        {...studies}
        className="filter-select"
        label={label('studyName')}
        placeholder={t('anyStudy')}
        allowClear
        value={studyId}
        onChange={(chosen) => choose({ studyId: chosen, siteId: '' })}
      />
      {studyId !== '' && (
        <LookupSelect
          className="filter-select"
          label={label('siteName')}
          placeholder={t('anySite')}
          allowClear
          choices={data?.sites.map(choiceOf)}
          failed={isError}
          value={siteId}
          onChange={(chosen) => choose({ siteId: chosen })}
        />
      )}
      <LookupSelect
        className="filter-select"
        label={label('softName')}
        placeholder={t('anyProduct')}
        allowClear
        choices={data?.products.map(choiceOf)}
        failed={isError}
        value={softwareId}
        onChange={(chosen) => choose({ softwareId: chosen })}
      />
      <LookupSelect
        {...people}
        className="filter-select"
        label={label('userId')}
        placeholder={t('anyPerson')}
        allowClear
        value={userId}
        onChange={(chosen) => choose({ userId: chosen })}
      />
      <StateFilters of={list.state} states={states} search={t('search')} />
    </>
  )
}
