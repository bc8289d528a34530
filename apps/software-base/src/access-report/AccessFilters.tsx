import {
  accessChoices,
  accessList,
  accessStates,
  auditPeople,
  auditStudies,
  globalTenantId,
  type Option,
} from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { KeywordInput, type ListOf, useCall, useIsPlatform } from '@atrium/ui-kit/list'
import { LookupSelect, TenantFilter, useLookupSearch } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { lookupSource } from '../audit-trail/use-lookups.ts'
import { namesScope } from './filters.ts'
import { InstantFilters } from './InstantFilters.tsx'
import { useAccessReportText } from './texts/index.ts'

/** Time for which products and sites are reused, in milliseconds. */
const staleTime = 60_000

const choiceOf = ({ code, desc }: Option) => ({ value: code, label: desc })

interface Props {
  readonly list: ListOf<typeof accessList>
}

/** Filters the report by instant, tenant, study, site, product, person and state. */
export function AccessFilters({ list }: Props) {
  const t = useAccessReportText()
  const word = useContractText()
  const label = useLabels('accessReport')
  const { values, choose, filter } = list.state
  const { tenantId = '', studyId = '', siteId = '', softwareId = '', userId = '', keyWord = '' } = values
  const isPlatform = useIsPlatform(accessList)
  const platform = useMemo(
    () => (isPlatform ? [{ value: globalTenantId, label: t('platform') }] : []),
    [isPlatform, t],
  )
  const people = useLookupSearch(lookupSource(auditPeople, tenantId), userId)
  const studies = useLookupSearch(lookupSource(auditStudies, tenantId), studyId)
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
        placeholder={isPlatform && !namesScope(values) ? t('platform') : undefined}
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
      <LookupSelect
        className="filter-select"
        label={label('state')}
        placeholder={t('anyState')}
        allowClear
        choices={states}
        value={values.state ?? ''}
        onChange={(chosen) => choose({ state: chosen })}
      />
      <KeywordInput
        placeholder={t('search')}
        value={keyWord}
        onChange={(typed) => filter({ keyWord: typed })}
      />
    </>
  )
}
