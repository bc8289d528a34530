import { storageKeys, useLocation, useNavigate } from '@atrium/shared-api'
import { asText, useRejection } from '@atrium/ui-kit/sign-in'
import { useEffect, useState } from 'react'

/** The user's input so far, and the masked phone from the server. */
export interface Draft {
  /** Id that distinguishes this reset from others in the tab. */
  readonly id: string
  readonly userName: string
  readonly phone: string
  readonly authCode: string
  readonly password: string
  readonly rePassword: string
}

/** Returns the part of a draft that the history stores for a reload. Passwords are never stored. */
const kept = ({ id, userName, phone, authCode }: Draft) => ({ id, userName, phone, authCode })

const newId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')

/**
 * Returns the draft of a history entry. The draft is empty once its reset is finished, because it cannot be used
 * again.
 */
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

/** Steps that an address can contain, in order. The fourth step, signing in, has its own page. */
export const steps = ['name', 'code', 'password'] as const
type Step = (typeof steps)[number]

const startable: Readonly<Record<Step, (draft: Draft) => boolean>> = {
  name: () => true,
  code: ({ phone }) => phone !== '',
  password: ({ phone, authCode }) => phone !== '' && authCode !== '',
}

/** Returns the step of an address, or the first step if earlier steps are incomplete. */
function stepAt(query: URLSearchParams, draft: Draft): Step {
  const asked = steps.find((step) => step === query.get('step')) ?? 'name'
  return startable[asked](draft) ? asked : 'name'
}

/** Returns the query of a step's address. */
const queryOf = (step: Step): string => (step === 'name' ? '' : `?step=${step}`)

/** State of a password reset. */
export interface Forgot {
  readonly step: Step
  /** Draft of the reset. All steps share it while the page is open. */
  readonly draft: Draft
  /** The server's message about a rejected code, or ''. The code is sent together with the new password. */
  readonly codeRejected: string
  /** Stores input. */
  readonly fillIn: (part: Partial<Draft>) => void
  /** Stores the result of a step and goes to the next one. */
  readonly goOn: (step: Step, part: Partial<Draft>) => void
  /** Ends the reset. Returning to its steps starts a new one. */
  readonly finish: () => void
  /** Returns to the code step after the server has rejected the code. */
  readonly rejectCode: (message: string) => void
}

/**
 * Resets a password in steps. Each step has its own address, so that the browser's back and forward buttons work. The
 * page keeps the input. For a reload, the history also keeps it, except for passwords.
 */
export function useForgot(): Forgot {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const [draft, setDraft] = useState(() => draftOf(state))
  const [codeRejected, setCodeRejected] = useRejection()
  const step = stepAt(new URLSearchParams(search), draft)
  const misplaced = queryOf(step) !== search
  useEffect(() => {
    if (misplaced) void navigate({ pathname, search: queryOf(step) }, { replace: true, state })
  }, [misplaced, navigate, pathname, step, state])

  const goOn = (next: Step, part: Partial<Draft>): void => {
    const changed = { ...draft, ...part }
    setDraft(changed)
    setCodeRejected('')
    void navigate({ pathname, search }, { replace: true, state: kept(changed) })
    void navigate({ pathname, search: queryOf(next) }, { state: kept(changed) })
  }
  return {
    step,
    draft,
    codeRejected,
    fillIn: (part) => setDraft((before) => ({ ...before, ...part })),
    goOn,
    finish: () => sessionStorage.setItem(storageKeys.finishedReset, draft.id),
    rejectCode: (message) => {
      setCodeRejected(message)
      // The previous history entry is always the code step.
      void navigate(-1)
    },
  }
}
