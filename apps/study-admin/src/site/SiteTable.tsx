import { type Study, type StudySite, studySiteList } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, EmptyState, editColumn, KeywordInput, ListCard, useList } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useStudyText } from '../texts/index.ts'
import { sitePrefix } from './use-study-choice.ts'

interface Handlers {
  readonly edit: (site: StudySite) => void
  readonly remove: (input: { id: string }, name: string, tenantId: string) => void
}

function useColumns({ edit, remove }: Handlers, tenantId: string): ColumnsOf<typeof studySiteList> {
  const label = useLabels('studySite')
  return useMemo(
    () => [
      { key: 'code', title: label('code'), width: 100, sortable: true, always: true },
      { key: 'nickName', title: label('nickName'), width: 170, sortable: true, always: true },
      { key: 'siteName', title: label('siteName'), width: 150, hidden: true },
      { key: 'areaName', title: label('areaName'), width: 150 },
      { key: 'levelDesc', title: label('levelDesc'), width: 104, hidden: true },
      { key: 'address', title: label('address'), width: 150, hidden: true },
      { key: 'remark', title: label('remark'), width: 150, hidden: true },
      editColumn({
        name: ({ code, nickName }) => `${code} ${nickName}`,
        history: 'study_site',
        edit,
        remove: ({ id, code, nickName }) => remove({ id }, `${code} ${nickName}`, tenantId),
        width: 128,
      }),
    ],
    [label, edit, remove, tenantId],
  )
}

const filters = { keyWord: '' }

/** Lists the sites of a study. */
export function SiteTable({ study, ...handlers }: Handlers & { readonly study: Study }) {
  const t = useStudyText()
  const fixed = useMemo(() => ({ studyId: study.id }), [study.id])
  const list = useList(studySiteList, { filters, fixed, prefix: sitePrefix })
  const columns = useColumns(handlers, study.tenantId)
  return (
    <ListCard
      name="projectSite.sites"
      label={t('site.sitesOf', { study: study.studyName })}
      heading={study.studyName}
      list={list}
      columns={columns}
      filters={
        <KeywordInput
          placeholder={t('site.search')}
          value={list.state.values.keyWord ?? ''}
          onChange={(keyWord) => list.state.filter({ keyWord })}
        />
      }
      empty={<EmptyState title={t('site.empty')} hint={t('site.emptyHint')} />}
    />
  )
}
