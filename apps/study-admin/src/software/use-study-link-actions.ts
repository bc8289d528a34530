import {
  allowedStudies,
  type Call,
  domainCombobox,
  invitingStudies,
  licenceList,
  type Option,
  type SoftwareOfStudy,
  type StudyWithSoftware,
  studyLinkDelete,
  studyLinkList,
} from '@atrium/contract'
import { send, useContractText } from '@atrium/shared-api'
import { type EntityDialogState, operate } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useStudyText } from '../texts/index.ts'

/** A study's link with a product as it is entered, and what it is of. */
export interface LinkToSave extends Omit<SoftwareOfStudy, 'rowVersion'> {
  readonly rowVersion?: number | undefined
  readonly studyId: string
  readonly studyName: string
  readonly tenantId: string
  /** The tenant's domains of the product. */
  readonly domains: readonly Option[]
}

/**
 * Lists that change when a study is linked with a product or unlinked: also the scopes of authorizations and the
 * licences.
 */
export const linkLists: readonly Call[] = [studyLinkList, allowedStudies, invitingStudies, licenceList]

export interface StudyLinkActions {
  /** Opens the dialog of a study and a product: to link them, or to change the link. */
  readonly configure: (study: StudyWithSoftware, software: SoftwareOfStudy) => Promise<void>
  /** Unlinks a study from a product, after a question. */
  readonly cancel: (study: StudyWithSoftware, software: SoftwareOfStudy) => void
}

/** Actions of a cell; the same object until the language changes. */
export function useStudyLinkActions({ add, edit }: EntityDialogState<LinkToSave>): StudyLinkActions {
  const t = useStudyText()
  const shared = useContractText()
  return useMemo(
    () => ({
      configure: async ({ id: studyId, studyName, tenantId }, software) => {
        // A failure has been shown by then.
        const domains = await send(domainCombobox, { tenantId, softwareId: software.softId }).catch(
          () => undefined,
        )
        if (!domains) return
        const link = { ...software, studyId, studyName, tenantId, domains }
        if (software.id !== '') return edit(link)
        const [only, another] = domains
        // With only one domain there is nothing to choose.
        add({ ...link, tenantUrlId: only && !another ? only.code : '', rowVersion: undefined })
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
