import type { Study, studyList } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, editColumn, useAccessAction } from '@atrium/ui-kit/list'
import { useMemo } from 'react'

interface Handlers {
  readonly edit: (study: Study) => void
  readonly remove: (input: { id: string }, name: string, tenantId: string) => void
}

/** Returns the columns of the study list. */
export function useStudyColumns({ edit, remove }: Handlers): ColumnsOf<typeof studyList> {
  const label = useLabels('study')
  const access = useAccessAction()
  return useMemo(
    () => [
      { key: 'planCode', title: label('planCode'), width: 120, sortable: true },
      { key: 'studyCode', title: label('studyCode'), width: 120, sortable: true },
      { key: 'studyName', title: label('studyName'), width: 200, sortable: true, always: true },
      { key: 'sponsor', title: label('sponsor'), width: 150, sortable: true },
      { key: 'tenantName', title: label('tenantName'), width: 150 },
      { key: 'nameAbbr', title: label('nameAbbr'), width: 130, hidden: true },
      { key: 'principal', title: label('principal'), width: 110, hidden: true },
      { key: 'siteCount', title: label('siteCount'), width: 100, numeric: true, hidden: true },
      { key: 'patientCount', title: label('patientCount'), width: 110, numeric: true, hidden: true },
      editColumn({
        name: ({ studyName }) => studyName,
        history: 'study',
        before: ({ id, tenantId }) => access({ tenantId, studyId: id }),
        edit,
        remove: ({ id, studyName, tenantId }) => remove({ id }, studyName, tenantId),
      }),
    ],
    [label, access, edit, remove],
  )
}
