import { studyLinkList, studySoftware } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { EmptyState, KeywordInput, ListPage, useCall, useList } from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { TenantFilter, useTenantFilters } from '@atrium/ui-kit/pickers'
import { useStudyText } from '../texts/index.ts'
import { StudyLinkDialog } from './StudyLinkDialog.tsx'
import { type LinkToSave, useStudyLinkActions } from './use-study-link-actions.ts'
import { useStudySoftwareColumns } from './use-study-software-columns.tsx'
import './study-software.css'

const filters = { tenantId: '', keyWord: '' }

/** Page that shows which studies use which products: a row for each study, a column for each product. */
export default function StudySoftwarePage() {
  const t = useStudyText()
  const shared = useContractText()
  const software = useCall(studySoftware, { tenantId: '' })
  const studies = useList(studyLinkList, useTenantFilters(filters))
  const dialog = useEntityDialog<LinkToSave>()
  const actions = useStudyLinkActions(dialog)
  const { values, choose, filter } = studies.state
  const { tenantId = '', keyWord = '' } = values
  const columns = useStudySoftwareColumns({ software: software.data, ofOneTenant: tenantId !== '', actions })
  const list = {
    ...studies,
    rows: software.data && studies.rows,
    error: studies.error ?? software.error ?? undefined,
    retry: () => Promise.all([studies.retry(), software.refetch()]),
  }
  return (
    <>
      <ListPage
        title={t('software.title')}
        purpose={t('software.purpose')}
        name="softAllowed"
        list={list}
        columns={columns}
        filters={
          <>
            <TenantFilter value={tenantId} onChange={(id) => choose({ tenantId: id })} />
            <KeywordInput
              placeholder={t('software.search')}
              value={keyWord}
              onChange={(keyword) => filter({ keyWord: keyword })}
            />
          </>
        }
        tools={
          software.data?.length === 0 && (
            <p className="software-notice" role="status">
              {shared('refusal.tenantWithoutUrl')}
            </p>
          )
        }
        empty={<EmptyState title={t('software.empty')} hint={t('software.emptyHint')} />}
      />
      <StudyLinkDialog state={dialog} />
    </>
  )
}
