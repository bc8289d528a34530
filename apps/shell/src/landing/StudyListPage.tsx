import { blinding, type RtsmStudy, rtsmStudies } from '@atrium/contract'
import { useAddressState, useTexts } from '@atrium/shared-api'
import { StatusTag, useCall } from '@atrium/ui-kit/list'
import { ChoiceList } from './ChoiceList.tsx'
import { LicenceNote } from './LicenceNote.tsx'
import { useOpenProduct } from './open-product.ts'
import './texts/index.ts'

const defaults = { keyWord: '' }

/** Maximum number of listed studies. A keyword finds the others. */
const listed = 100

/** Lists the studies that the user may open in RTSM. */
export default function StudyListPage() {
  const t = useTexts('landing')
  const [{ keyWord }, set] = useAddressState(defaults)
  const { data, error, refetch } = useCall(
    rtsmStudies,
    { keyWord, limit: listed + 1 },
    { keepPrevious: true },
  )
  const open = useOpenProduct()
  const choices = data?.slice(0, listed).map((study) => ({
    key: study.studyUrlId,
    name: study.studyName,
    line: [
      study.studyCode,
      study.tenantName,
      study.sites.length > 0 && t('sites', { count: study.sites.length }),
    ]
      .filter(Boolean)
      .join(' · '),
    notes: <Notes study={study} />,
    onOpen: () => open({ softwareId: study.softwareId, tenantId: study.tenantId, study }),
  }))
  return (
    <ChoiceList
      title={t('studyList.title')}
      purpose={t('studyList.purpose')}
      search={t('studyList.search')}
      keyWord={keyWord}
      onSearch={(typed) => set({ keyWord: typed }, { replace: true })}
      choices={choices}
      hasMore={(data?.length ?? 0) > listed}
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: t('studyList.empty'), hint: t('studyList.emptyHint') }}
    />
  )
}

function Notes({ study }: { readonly study: RtsmStudy }) {
  const t = useTexts('landing')
  return (
    <>
      <LicenceNote {...study} />
      {study.isBlind === blinding.blinded ? (
        <StatusTag tone="plain">{t('blinded')}</StatusTag>
      ) : (
        <StatusTag tone="info">{t('unblinded')}</StatusTag>
      )}
    </>
  )
}
