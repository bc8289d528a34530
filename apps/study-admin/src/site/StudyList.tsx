import type { Study, studyList } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import {
  type ColumnsOf,
  chosenRow,
  EmptyState,
  KeywordInput,
  type List,
  ListCard,
  RowChoice,
} from '@atrium/ui-kit/list'
import { TenantFilter } from '@atrium/ui-kit/pickers'
import { useCallback, useMemo } from 'react'
import { useStudyText } from '../texts/index.ts'
import './study-site.css'

interface Props {
  readonly list: List<Study>
  /** Id of the selected study. */
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

/** Lists the studies of a tenant, or all studies if the user selects no tenant. One study is selected. */
export function StudyList({ list, chosen, onChoose }: Props) {
  const t = useStudyText()
  const label = useLabels('study')
  const { tenantId = '', keyWord = '' } = list.state.values
  const ofAll = tenantId === ''
  const columns = useMemo<ColumnsOf<typeof studyList>>(
    () => [
      {
        key: 'studyName',
        title: label('studyName'),
        width: 200,
        sortable: true,
        always: true,
        render: ({ id, studyName, studyCode, tenantName }) => (
          <>
            <RowChoice name={studyName} chosen={id === chosen} onChoose={() => onChoose(id)} />
            <span className="study-known">{ofAll ? `${studyCode} · ${tenantName}` : studyCode}</span>
          </>
        ),
      },
      { key: 'studyCode', title: label('studyCode'), width: 110, sortable: true, hidden: true },
      { key: 'tenantName', title: label('tenantName'), width: 110, hidden: true },
    ],
    [label, chosen, onChoose, ofAll],
  )
  return (
    <ListCard
      name="projectSite.studies"
      label={t('site.studies')}
      heading={t('site.studies')}
      list={list}
      compact
      columns={columns}
      rowClassName={useCallback(({ id }: Study) => chosenRow(id === chosen), [chosen])}
      filters={
        <div className="study-filters">
          <TenantFilter value={tenantId} onChange={(id) => list.state.choose({ tenantId: id })} />
          <KeywordInput
            placeholder={t('site.searchStudies')}
            value={keyWord}
            onChange={(keyword) => list.state.filter({ keyWord: keyword })}
          />
        </div>
      }
      empty={<EmptyState title={t('site.studiesEmpty')} hint={t('site.studiesEmptyHint')} />}
    />
  )
}
