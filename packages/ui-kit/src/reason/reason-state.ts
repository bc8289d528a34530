import { type Call, maxReason, type ReasonChoice, reasonFieldOf } from '@atrium/contract'
import {
  contractText,
  createStore,
  noReason,
  type Reason,
  type ReasonProblem,
  useSession,
} from '@atrium/shared-api'
import { isReasonNeeded, tenantOfChange } from './policy.ts'

/** What the user has entered as the reason for a change. */
interface Entered {
  readonly reason: Reason
  /** Whether the page asks for a reason. */
  readonly asked: boolean
  /** Why the reason was rejected. */
  readonly error: string | undefined
  /** Reasons to choose from that the server sent with a rejection. */
  readonly choices: readonly ReasonChoice[] | undefined
}

const isGiven = ({ code, text }: Reason): boolean => code !== '' || text.trim() !== ''

/** Whether the free text is longer than the server accepts. */
export const isTooLong = ({ text }: Reason): boolean => text.trim().length > maxReason

/** Creates the state of the question for the reason of one change. */
export function createReasonState(call: Call, input: object) {
  const { user } = useSession.getState()
  const tenantId = tenantOfChange(call, { ...input }, user)
  const needed = isReasonNeeded(call, tenantId, user)
  const ownField = reasonFieldOf(call)
  const store = createStore<Entered>(() => ({
    reason: noReason,
    asked: needed && ownField === undefined,
    error: undefined,
    choices: undefined,
  }))
  return {
    /** State as a hook. */
    use: store,
    /** Tenant whose list is offered; undefined if the page cannot know it. */
    tenantId,
    /** Field of the call that must contain the reason; undefined if it has none or no reason is needed. */
    requiredField: needed ? ownField : undefined,
    reason: (): Reason => store.getState().reason,
    /** Whether anything has been entered. */
    isEntered: (): boolean => isGiven(store.getState().reason),
    change: (reason: Reason): void => store.setState({ reason, error: undefined }),
    clear: (): void => store.setState({ reason: noReason, error: undefined }),
    /** Shows why the server rejected the reason. Deselects a reason that the list no longer has. */
    reject: ({ message, choices }: ReasonProblem): void => {
      const { reason } = store.getState()
      const isGone = choices?.every(({ code }) => code !== reason.code) === true
      store.setState({
        asked: true,
        error: message,
        reason: isGone ? { ...reason, code: '' } : reason,
        ...(choices && { choices }),
      })
    },
    /** Returns whether the reason can be sent, or none is asked for; otherwise shows what is wrong with it. */
    check: (): boolean => {
      const { asked, reason } = store.getState()
      const error = isTooLong(reason)
        ? contractText('rule.reasonTooLong', { maximum: maxReason })
        : asked && !isGiven(reason)
          ? contractText('rule.reasonRequired')
          : undefined
      if (error !== undefined) store.setState({ error })
      return error === undefined
    },
  }
}

export type ReasonState = ReturnType<typeof createReasonState>
