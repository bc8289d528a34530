import { type Study, studyDelete, studyList } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { EmptyState, KeywordInput, ListPage, useList } from '@atrium/ui-kit/list'
import { useDeletion, useEntityDialog } from '@atrium/ui-kit/overlay'
import { TenantFilter, useTenantFilters } from '@atrium/ui-kit/pickers'
import { useTenantText } from '../texts/index.ts'
import { StudyDialog } from './StudyDialog.tsx'
import { useStudyColumns } from './use-study-columns.tsx'

const filters = { tenantId: '', keyWord: '' }
/** Calls that show studies. */
const lists = [studyList]

/** Page with the studies of tenants: search, edit and delete. Studies can be added if a tenant is selected. */
export default function StudyPage() {
  const t = useTenantText()
  const list = useList(studyList, useTenantFilters(filters))
  const { values, choose, filter } = list.state
  const { tenantId = '', keyWord = '' } = values
  const dialog = useEntityDialog<Study>()
  const remove = useDeletion(studyDelete, lists)
  const columns = useStudyColumns({ edit: dialog.edit, remove })
  const add = tenantId !== '' && (
    <Button type="primary" onClick={() => dialog.add({ tenantId })}>
      {t('study.add')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('study.title')}
        purpose={t(tenantId === '' ? 'study.purposeWithoutTenant' : 'study.purpose')}
        action={add}
        name="study"
        list={list}
        columns={columns}
        filters={
          <>
            <TenantFilter value={tenantId} onChange={(id) => choose({ tenantId: id })} />
            <KeywordInput
              placeholder={t('study.search')}
              value={keyWord}
              onChange={(keyword) => filter({ keyWord: keyword })}
            />
          </>
        }
        empty={
          <EmptyState
            title={t('study.empty')}
            hint={tenantId === '' ? t('study.emptyWithoutTenant') : t('study.emptyHint')}
            action={add}
          />
        }
      />
      <StudyDialog state={dialog} refreshes={lists} />
    </>
  )
}
