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

/** A link between a study and a product as edited in the dialog. */
export interface LinkToSave extends Omit<SoftwareOfStudy, 'rowVersion'> {
  readonly rowVersion?: number | undefined
  readonly studyId: string
  readonly studyName: string
  readonly tenantId: string
  /** The tenant's domains for the product. */
  readonly domains: readonly Option[]
}

/**
 * Lists that change when a study is linked to a product or unlinked, including the scopes of authorizations and the
 * licences.
 */
export const linkLists: readonly Call[] = [studyLinkList, allowedStudies, invitingStudies, licenceList]

export interface StudyLinkActions {
  /** Opens the dialog that links a study to a product, or changes the link. */
  readonly configure: (study: StudyWithSoftware, software: SoftwareOfStudy) => Promise<void>
  /** Unlinks a study from a product after a confirmation. */
  readonly cancel: (study: StudyWithSoftware, software: SoftwareOfStudy) => void
}

/** Returns the actions of a cell. The object stays the same until the language changes. */
export function useStudyLinkActions({ add, edit }: EntityDialogState<LinkToSave>): StudyLinkActions {
  const t = useStudyText()
  const shared = useContractText()
  return useMemo(
    () => ({
      configure: async ({ id: studyId, studyName, tenantId }, software) => {
        // The error message is already shown.
        const domains = await send(domainCombobox, { tenantId, softwareId: software.softId }).catch(
          () => undefined,
        )
        if (!domains) return
        const link = { ...software, studyId, studyName, tenantId, domains }
        if (software.id !== '') return edit(link)
        const [only, another] = domains
        // A single domain is selected in advance.
        add({ ...link, tenantUrlId: only && !another ? only.code : '', rowVersion: undefined })
      },
      cancel: ({ studyName, tenantId }, { id, softName }) =>
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
          tenantId,
          done: shared('code.200'),
        }),
    }),
    [t, shared, add, edit],
  )
}
