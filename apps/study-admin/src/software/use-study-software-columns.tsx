import type {
  ResponseOf,
  SoftwareOfStudy,
  StudyWithSoftware,
  studyLinkList,
  studySoftware,
} from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { useNarrow } from '@atrium/ui-kit'
import { type ColumnsOf, inShort, RowActions } from '@atrium/ui-kit/list'
import { CheckBox } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useStudyText } from '../texts/index.ts'
import type { StudyLinkActions } from './use-study-link-actions.ts'

/** The row's subject, always visible, so that every box can be attributed. */
const StudyCell = ({
  studyName,
  facts,
}: {
  readonly studyName: string
  readonly facts: readonly string[]
}) => (
  <span className="study-cell" title={[studyName, ...facts].join('\n')}>
    <span>{studyName}</span>
    <small>{facts.join(' · ')}</small>
  </span>
)

interface SoftwareCellProps {
  readonly study: StudyWithSoftware
  readonly software: SoftwareOfStudy
  readonly actions: StudyLinkActions
}

/** Whether a study is linked with a product: a box that is ticked when the server has said so, and what to do with the link. */
function SoftwareCell({ study, software, actions }: SoftwareCellProps) {
  const t = useStudyText()
  const isLinked = software.id !== ''
  const thing = t('software.thing', { study: study.studyName, software: software.softName })
  const configure = () => actions.configure(study, software)
  const cancel = () => actions.cancel(study, software)
  return (
    <span className="software-cell" title={isLinked ? software.urlName : undefined}>
      <CheckBox name={thing} checked={isLinked} onChange={isLinked ? cancel : configure} />
      {isLinked && (
        <RowActions
          thing={thing}
          actions={[
            { label: t('software.configure'), onChoose: configure },
            { label: t('software.cancel'), danger: true, onChoose: cancel },
          ]}
        />
      )}
    </span>
  )
}

interface Table {
  /** The products that are columns; undefined while they are on their way. */
  readonly software: ResponseOf<typeof studySoftware> | undefined
  /** Whether all studies are of one tenant, which then need not be named beside each. */
  readonly ofOneTenant: boolean
  readonly actions: StudyLinkActions
}

/** Room for a box and both links, in pixels; on narrow screens for a box and a menu. */
const productWidth = { wide: 190, narrow: 88 }

/** The columns of the table of studies and products. */
export function useStudySoftwareColumns(table: Table): ColumnsOf<typeof studyLinkList> {
  const { software = [], ofOneTenant, actions } = table
  const label = useLabels('study')
  const narrow = useNarrow()
  return useMemo(() => {
    const products = software.map(({ id, displayName }) => ({
      key: `software-${id}`,
      title: inShort(displayName),
      width: narrow ? productWidth.narrow : productWidth.wide,
      render: (study: StudyWithSoftware) => {
        const link = study.softList.find(({ softId }) => softId === id)
        return link && <SoftwareCell study={study} software={link} actions={actions} />
      },
    }))
    return [
      {
        key: 'studyName',
        title: label('studyName'),
        width: 156,
        sortable: true,
        always: true,
        pinned: true,
        render: ({ studyName, studyCode, tenantName }) => (
          <StudyCell studyName={studyName} facts={ofOneTenant ? [studyCode] : [studyCode, tenantName]} />
        ),
      },
      { key: 'studyCode', title: label('studyCode'), width: 110, sortable: true, hidden: true },
      { key: 'planCode', title: label('planCode'), width: 110, sortable: true, hidden: true },
      { key: 'tenantName', title: label('tenantName'), width: 120, hidden: true },
      ...products,
    ]
  }, [label, software, ofOneTenant, actions, narrow])
}
