import { invitingStudies, type StudyNode } from '@atrium/contract'
import { createSelection, type Selection, useCall } from '@atrium/ui-kit/list'
import { confirmDialog } from '@atrium/ui-kit/overlay'
import { useState } from 'react'
import { useStudyText } from '../texts/index.ts'
import { countIn } from './choices.ts'

/** From this number of choices on, selecting another study needs a confirmation. */
const much = 4

interface About {
  readonly tenantId: string
  /** The product. */
  readonly softId: string
  /** Choices within a study, which are lost with it. */
  readonly within: () => readonly Selection[]
}

/** The study that people are invited to. Another one drops what was chosen within the one before. */
export function useStudyChoosing({ tenantId, softId, within }: About) {
  const t = useStudyText()
  const [keyWord, search] = useState('')
  const [kept, keep] = useState<StudyNode>()
  const [chosen] = useState(() => createSelection(true))
  const input = { tenantId, softId, keyWord: keyWord.trim() }
  const { data, error, refetch } = useCall(invitingStudies, input, { keepPrevious: true })
  // As the server has it now: what it lacked, an address for instance, may be there by then. Others may be searched.
  const study = kept && (data?.list.find(({ id }) => id === kept.id) ?? kept)
  const become = (next: StudyNode | undefined) => {
    for (const selection of within()) selection.clear()
    chosen.clear()
    if (next) chosen.set([next.id], true)
    keep(next)
  }
  const choose = async (next: StudyNode | undefined) => {
    if (next?.id === study?.id) return
    const question = {
      title: t('invitation.changeTitle'),
      content: t('invitation.changeQuestion', { name: study?.name }),
      ok: t('invitation.change'),
      danger: true,
    }
    if (countIn(within()) < much || (await confirmDialog(question))) become(next)
  }
  return {
    study,
    rows: data?.list,
    /** Whether there are more studies than those that came: a search finds them. */
    hasMore: data !== undefined && data.totalCount > data.list.length,
    error,
    refetch,
    selection: {
      ...chosen,
      set: ([id]) => void choose(data?.list.find((row) => row.id === id)),
      clear: () => void choose(undefined),
    } satisfies Selection,
    search: { value: keyWord, onChange: search },
    /** Begins anew. */
    reset: () => become(undefined),
  }
}
export type StudyChoosing = ReturnType<typeof useStudyChoosing>
