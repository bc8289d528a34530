import { invitingStudies, type StudyNode } from '@atrium/contract'
import { createSelection, type Selection, useCall } from '@atrium/ui-kit/list'
import { confirmDialog } from '@atrium/ui-kit/overlay'
import { useState } from 'react'
import { useStudyText } from '../texts/index.ts'
import { countIn } from './choices.ts'

/** Number of choices from which selecting another study needs a confirmation. */
const confirmFrom = 4

interface About {
  readonly tenantId: string
  /** Id of the product. */
  readonly softId: string
  /** Returns the selections within a study. They are cleared when the study changes. */
  readonly within: () => readonly Selection[]
}

/**
 * Returns the study for which people are invited, with the list of studies. Selecting another study clears the
 * choices within the previous one.
 */
export function useStudyChoosing({ tenantId, softId, within }: About) {
  const t = useStudyText()
  const [keyWord, search] = useState('')
  const [kept, keep] = useState<StudyNode>()
  const [chosen] = useState(() => createSelection(true))
  const input = { tenantId, softId, keyWord: keyWord.trim() }
  const { data, error, refetch } = useCall(invitingStudies, input, { keepPrevious: true })
  // Prefers the server's current data, because a missing address, for example, may have been added. If a search hides
  // the study, the previous data is kept.
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
    if (countIn(within()) < confirmFrom || (await confirmDialog(question))) become(next)
  }
  return {
    study,
    rows: data?.list,
    /** Whether there are more studies than the list contains. A search finds the others. */
    hasMore: data !== undefined && data.totalCount > data.list.length,
    error,
    refetch,
    selection: {
      ...chosen,
      set: ([id]) => void choose(data?.list.find((row) => row.id === id)),
      clear: () => void choose(undefined),
    } satisfies Selection,
    search: { value: keyWord, onChange: search },
    /** Clears all choices. */
    reset: () => become(undefined),
  }
}
export type StudyChoosing = ReturnType<typeof useStudyChoosing>
