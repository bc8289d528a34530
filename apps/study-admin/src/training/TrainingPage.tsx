import { useAddressState } from '@atrium/shared-api'
import { PageHeader, Tabs } from '@atrium/ui-kit/list'
import { NoTenant, TenantSelect, usePageTenant } from '@atrium/ui-kit/pickers'
import { EvidenceList } from './EvidenceList.tsx'
import { RequirementList } from './RequirementList.tsx'
import { TraineeList } from './TraineeList.tsx'
import { TrainingList } from './TrainingList.tsx'
import { useTrainingText } from './texts/index.ts'
import './training.css'

const lists = {
  people: TraineeList,
  requirements: RequirementList,
  trainings: TrainingList,
  evidence: EvidenceList,
} as const

type Part = keyof typeof lists

const parts = Object.keys(lists) as Part[]

/** Initial state of the page's address. Choosing a part resets the page number of its list. */
const ofAddress = { part: 'people', page: 1 }

/** Page with the trainings that studies of a tenant require, their evidence, and who waits. */
export default function TrainingPage() {
  const t = useTrainingText()
  const [address, setAddress] = useAddressState(ofAddress)
  const { tenantId, isNone, select } = usePageTenant()
  const part = parts.find((known) => known === address.part) ?? 'people'
  const List = lists[part]
  return (
    <div className="page">
      <PageHeader title={t('title')} purpose={t('purpose')} />
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
          <List tenantId={tenantId} />
        </Tabs>
      )}
    </div>
  )
}
