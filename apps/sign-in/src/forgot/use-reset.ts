import { storageKeys, useLocation, useNavigate } from '@atrium/shared-api'
import { asText, useRefusal } from '@atrium/ui-kit/sign-in'
import { useEffect, useState } from 'react'

/** What the user has filled in so far, and the masked phone that the server answered. */
export interface Draft {
  /** Tells this reset from any other one in the tab. */
  readonly id: string
  readonly userName: string
  readonly phone: string
  readonly authCode: string
  readonly password: string
  readonly rePassword: string
}

/** What the history keeps of it, so that a reload loses nothing; a password is kept nowhere. */
const kept = ({ id, userName, phone, authCode }: Draft) => ({ id, userName, phone, authCode })

const newId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')

/** The draft that goes with an entry of the history; an empty one where that reset is finished: nothing of it serves any more. */
const draftOf = (state: unknown): Draft => {
  const isFinished = asText(Object(state).id) === sessionStorage.getItem(storageKeys.finishedReset)
  const { id, userName, phone, authCode } = Object(isFinished ? undefined : state)
  return {
    id: asText(id) || newId(),
    userName: asText(userName),
    phone: asText(phone),
    authCode: asText(authCode),
    password: '',
    rePassword: '',
  }
}

/** The steps that the address can name, in their order; the fourth, signing in, is a page of its own. */
export const steps = ['name', 'code', 'password'] as const
type Step = (typeof steps)[number]

const startable: Readonly<Record<Step, (draft: Draft) => boolean>> = {
  name: () => true,
  code: ({ phone }) => phone !== '',
  password: ({ phone, authCode }) => phone !== '' && authCode !== '',
}

/** The step that an address asks for; the first one where what comes before it is missing. */
function stepAt(query: URLSearchParams, draft: Draft): Step {
  const asked = steps.find((step) => step === query.get('step')) ?? 'name'
  return startable[asked](draft) ? asked : 'name'
}

/** The query of a step's address. */
const queryOf = (step: Step): string => (step === 'name' ? '' : `?step=${step}`)

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
  /** The new password is set: whoever comes back to the steps begins anew. */
  readonly finish: () => void
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
    finish: () => sessionStorage.setItem(storageKeys.finishedReset, draft.id),
    refuseCode: (message) => {
      setCodeRefused(message)
      // The code's entry is the one before: nobody gets to the last step without it.
      void navigate(-1)
    },
  }
}
