import { type Signatory, type SignatureMeaning, signatory } from '@atrium/contract'
import {
  createStore,
  encryptPasswords,
  type SignatureProblem,
  type SignatureQuestion,
  send,
} from '@atrium/shared-api'
import { kitText } from '../texts/index.ts'

/** What the user has entered to sign. */
interface Entered {
  readonly signatory: Signatory
  readonly meaning: SignatureMeaning
  readonly account: string
  readonly password: string
  /** Why the signature was rejected. */
  readonly problem: Pick<SignatureProblem, 'field' | 'message'> | undefined
  readonly busy: boolean
}

/** Asks the server what the next signature needs. */
const findSignatory = (): Promise<Signatory> => send(signatory, {}, { overlay: false })

/**
 * Creates the state of a question for a signature.
 * @throws the same errors as `send`
 */
export async function createSignatureState({ problem, attempt }: SignatureQuestion) {
  const found = await findSignatory()
  const store = createStore<Entered>(() => ({
    signatory: found,
    meaning: problem.meaning ?? 'approver',
    ...{ account: '', password: '', problem: undefined, busy: false },
  }))
  const fail = (field: SignatureProblem['field'], message: string): void =>
    store.setState({ problem: { field, message } })

  /** Returns whether everything was entered; otherwise shows what is missing. */
  const isComplete = (): boolean => {
    const { signatory: who, account, password } = store.getState()
    if (!who.hasSigned && account.trim() === '') fail('account', kitText('signature.accountMissing'))
    else if (password === '') fail('password', kitText('signature.passwordMissing'))
    else return true
    return false
  }

  const signOnce = async (): Promise<{ readonly response: unknown } | undefined> => {
    const { signatory: who, account, password, meaning } = store.getState()
    const [encrypted] = await encryptPasswords({ password, purpose: 'signature', name: who.userName })
    const sent = { account: who.hasSigned ? '' : account.trim(), password: encrypted, meaning }
    const outcome = await attempt(sent)
    if ('response' in outcome) return outcome
    const { field, message, meaning: asked } = outcome.problem
    // The user may have signed in again while the question was open.
    if (field === 'account') store.setState({ signatory: await findSignatory() })
    store.setState({ password: '', ...(asked && { meaning: asked }) })
    fail(field, message)
    return undefined
  }

  return {
    /** State as a hook. */
    use: store,
    /** Whether the user can sign at all. */
    canSign: found.state === 'ready',
    isBusy: (): boolean => store.getState().busy,
    change: (entered: Partial<Pick<Entered, 'account' | 'password'>>): void =>
      store.setState({ ...entered, problem: undefined }),
    /**
     * Sends the call with the signature, one at a time.
     * @returns the response; undefined if the signature was rejected, which is shown
     * @throws any other error, which has been shown
     */
    sign: async (): Promise<{ readonly response: unknown } | undefined> => {
      if (store.getState().busy || !isComplete()) return undefined
      store.setState({ busy: true, problem: undefined })
      try {
        return await signOnce()
      } finally {
        store.setState({ busy: false })
      }
    },
  }
}

export type SignatureState = Awaited<ReturnType<typeof createSignatureState>>
