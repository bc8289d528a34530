import { useLocation, useNavigate } from '@atrium/shared-api'
import { useRefusal } from '@atrium/ui-kit/sign-in'
import { useEffect, useState } from 'react'
import { type Draft, draftOf, kept } from './draft.ts'
import { queryOf, type Step, stepAt } from './steps.ts'

/** Where somebody stands on the way to a new password. */
export interface Forgot {
  readonly step: Step
  /** Stays as long as the page is open, whichever step is shown. */
  readonly draft: Draft
  /** What the server said of the code that came with the new password; '' otherwise. */
  readonly codeRefused: string
  /** Notes what is being filled in. */
  readonly fillIn: (part: Partial<Draft>) => void
  /** Goes on to a step, with what the step before it has brought. */
  readonly goOn: (step: Step, part: Partial<Draft>) => void
  /** The code was refused: goes back to it. */
  readonly refuseCode: (message: string) => void
}

/**
 * The steps, each with an address of its own, so that the browser's back and forward walk through them. What was
 * typed is kept in the page, and for a reload, passwords excepted, in the history.
 */
export function useForgot(): Forgot {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const [draft, setDraft] = useState(() => draftOf(state))
  const [codeRefused, setCodeRefused] = useRefusal()
  const step = stepAt(new URLSearchParams(search), draft)
  const misplaced = queryOf(step) !== search
  useEffect(() => {
    if (misplaced) void navigate({ pathname, search: queryOf(step) }, { replace: true, state })
  }, [misplaced, navigate, pathname, step, state])

  const goOn = (next: Step, part: Partial<Draft>): void => {
    const changed = { ...draft, ...part }
    setDraft(changed)
    setCodeRefused('')
    void navigate({ pathname, search }, { replace: true, state: kept(changed) })
    void navigate({ pathname, search: queryOf(next) }, { state: kept(changed) })
  }
  return {
    step,
    draft,
    codeRefused,
    fillIn: (part) => setDraft((before) => ({ ...before, ...part })),
    goOn,
    refuseCode: (message) => {
      setCodeRefused(message)
      // The code's entry is the one before: nobody gets to the last step without it.
      void navigate(-1)
    },
  }
}
