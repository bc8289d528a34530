import {
  type Call,
  licenceList,
  type SoftwareOfStudy,
  type StudyWithSoftware,
  studyLinkDelete,
  studyLinkList,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { type EntityDialogState, operate } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useStudyText } from '../texts/index.ts'

/** A study's link with a product as it is entered, and what it is of. */
export interface LinkToSave extends Omit<SoftwareOfStudy, 'rowVersion'> {
  readonly rowVersion?: number | undefined
  readonly studyId: string
  readonly studyName: string
  readonly tenantId: string
}

/** What changes as a study is linked with a product or parted from it: what licences have left, too. */
export const linkLists: readonly Call[] = [studyLinkList, licenceList]

export interface StudyLinkActions {
  /** Opens the dialog about a study and a product: to link them where they are not, else to change the link. */
  readonly configure: (study: StudyWithSoftware, software: SoftwareOfStudy) => void
  /** Asks whether a study is to be parted from a product, and does it. */
  readonly cancel: (study: StudyWithSoftware, software: SoftwareOfStudy) => void
}

/** What can be done with a cell of the table; the same object while the language stays. */
export function useStudyLinkActions({ add, edit }: EntityDialogState<LinkToSave>): StudyLinkActions {
  const t = useStudyText()
  const shared = useContractText()
  return useMemo(
    () => ({
      configure: (study, software) => {
        const { id: studyId, studyName, tenantId } = study
        const link = { ...software, studyId, studyName, tenantId }
        if (software.id === '') add({ ...link, rowVersion: undefined })
        else edit(link)
      },
      cancel: ({ studyName }, { id, softName }) =>
        void operate(linkLists, {
          question: {
            title: t('software.cancel'),
            content: t('software.cancelQuestion', { study: studyName, software: softName }),
            ok: t('software.cancel'),
            cancel: t('software.keep'),
            danger: true,
          },
          call: studyLinkDelete,
          input: { id },
          done: shared('code.200'),
        }),
    }),
    [t, shared, add, edit],
  )
}
