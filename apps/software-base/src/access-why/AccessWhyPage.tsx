import { accessWhy, accessWhyTargets } from '@atrium/contract'
import { useAddressState, useContractText, useLabels } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { EmptyState, PageHeader, TableSkeleton, useCall } from '@atrium/ui-kit/list'
import {
  LookupSelect,
  NoTenant,
  TenantSelect,
  usePlatformChoice,
  useTenantChoice,
} from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { choiceOf, staleTime, usePeople, useStudies } from '../audit-trail/use-lookups.ts'
import { Answer } from './Answer.tsx'
import { useAccessWhyText } from './texts/index.ts'
import './access-why.css'

/** The question, by wire name. */
const ofAddress = { userId: '', target: '', tenantId: '', studyId: '' }

type Question = typeof ofAddress

/** Loads the explanation and shows it. */
function Explanation({ question }: { readonly question: Question }) {
  const t = useAccessWhyText()
  const isWhole = question.userId !== '' && question.target !== '' && question.tenantId !== ''
  const { data, error, refetch } = useCall(accessWhy, question, { enabled: isWhole })
  if (!isWhole) return <EmptyState title={t('start')} hint={t('startHint')} />
  if (data) return <Answer explanation={data} />
  if (!error) return <TableSkeleton />
  return (
    <ErrorState
      title={t('failed')}
      detail={error.message}
      retryLabel={t('retry')}
      onRetry={() => void refetch()}
    />
  )
}

/** Page that explains why a person has access in a tenant, or why not. */
export default function AccessWhyPage() {
  const t = useAccessWhyText()
  const word = useContractText()
  const label = useLabels('accessWhy')
  const [address, setAddress] = useAddressState(ofAddress)
  const platform = usePlatformChoice(accessWhy, word('accessWhy.platform'))
  const { tenantId, isNone, select } = useTenantChoice({
    chosen: address.tenantId,
    onChoose: (id) => setAddress({ tenantId: id, studyId: '' }),
    before: platform,
  })
  const { userId, target, studyId } = address
  const people = usePeople('', userId)
  const studies = useStudies(tenantId, studyId)
  const { data, isError } = useCall(accessWhyTargets, {}, { staleTime })
  const targets = useMemo(() => data?.map(choiceOf), [data])
  return (
    <div className="page">
      <PageHeader title={t('title')} purpose={t('purpose')} />
      {isNone ? (
        <NoTenant />
      ) : (
        <>
          <div className="why-question">
            <LookupSelect
              {...people}
              label={label('userId')}
              placeholder={t('choosePerson')}
              value={userId}
              onChange={(chosen) => setAddress({ userId: chosen })}
            />
            <LookupSelect
              label={label('target')}
              placeholder={t('chooseTarget')}
              choices={targets}
              failed={isError}
              value={target}
              onChange={(chosen) => setAddress({ target: chosen })}
            />
            <TenantSelect {...select} />
            <LookupSelect
              {...studies}
              label={label('studyId')}
              placeholder={t('anyStudy')}
              allowClear
              value={studyId}
              onChange={(chosen) => setAddress({ studyId: chosen })}
            />
          </div>
          <div className="card">
            <Explanation question={{ userId, target, tenantId, studyId }} />
          </div>
        </>
      )}
    </div>
  )
}
