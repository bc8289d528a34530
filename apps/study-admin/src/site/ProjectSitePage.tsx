import { type StudySite, studySiteDelete } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { EmptyState, PageHeader, TableSkeleton, TwoPanes } from '@atrium/ui-kit/list'
import { useDeletion, useEntityDialog } from '@atrium/ui-kit/overlay'
import { useState } from 'react'
import { useStudyText } from '../texts/index.ts'
import { SitePicker, studySiteLists } from './SitePicker.tsx'
import { SiteTable } from './SiteTable.tsx'
import { StudyList } from './StudyList.tsx'
import { StudySiteDialog } from './StudySiteDialog.tsx'
import { useStudyChoice } from './use-study-choice.ts'

/** Page with the studies and the sites of the selected study. */
export default function ProjectSitePage() {
  const t = useStudyText()
  const { list, study, choose } = useStudyChoice()
  const [choosing, setChoosing] = useState(false)
  const [picking, setPicking] = useState(false)
  const dialog = useEntityDialog<StudySite>()
  const remove = useDeletion(studySiteDelete, studySiteLists)
  const chooseStudy = (id: string) => {
    choose(id)
    setChoosing(false)
  }
  const isKnown = list.rows !== undefined || list.error !== undefined
  const add = (
    <Button type="primary" disabled={!study} onClick={() => setPicking(true)}>
      {t('site.add')}
    </Button>
  )
  return (
    <>
      <div className="page">
        <PageHeader title={t('site.title')} purpose={t('site.purpose')} action={add} />
        <TwoPanes
          label={t('site.study')}
          chosen={study?.studyName ?? (isKnown ? '' : undefined)}
          open={choosing}
          onOpen={setChoosing}
          choice={<StudyList list={list} chosen={study?.id ?? ''} onChoose={chooseStudy} />}
        >
          {study ? (
            <SiteTable study={study} edit={dialog.edit} remove={remove} />
          ) : (
            <div className="card">
              {isKnown ? <EmptyState title={t('site.noStudy')} /> : <TableSkeleton />}
            </div>
          )}
        </TwoPanes>
      </div>
      {study && (
        <SitePicker study={study} open={picking} onPick={dialog.add} onClose={() => setPicking(false)} />
      )}
      <StudySiteDialog state={dialog} tenantId={study?.tenantId} />
    </>
  )
}
