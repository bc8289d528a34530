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

/** Study of a row. Always visible, so that each checkbox can be assigned to its study. */
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

/**
 * Shows whether a study is linked to a product, with the actions for the link. The checkbox changes only after the
 * server's response.
 */
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
          itemName={thing}
          actions={[
            { label: t('software.configure'), onChoose: configure },
            { label: t('software.cancel'), danger: true, onChoose: cancel },
          ]}
          inSight={1}
          history={{ entity: 'study_url', entityId: software.id }}
        />
      )}
    </span>
  )
}

interface Table {
  /** Products shown as columns, undefined until they are loaded. */
  readonly software: ResponseOf<typeof studySoftware> | undefined
  /** Whether all studies belong to one tenant, so that its name is not repeated in each row. */
  readonly ofOneTenant: boolean
  readonly actions: StudyLinkActions
}

/**
 * Width of a product column in pixels: room for a checkbox, a link and a menu, or on narrow screens for a checkbox and
 * a menu.
 */
const productWidth = { wide: 160, narrow: 88 }

/** Returns the columns of the table of studies and products. */
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
