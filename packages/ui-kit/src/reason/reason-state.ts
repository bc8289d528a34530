import type { Call } from '@atrium/contract'
import { createStore, noReason, type Reason, useSession } from '@atrium/shared-api'
import { kitText } from '../texts/index.ts'
import { isReasonAsked, tenantOfChange, tenantOfList } from './policy.ts'

/** What the user has entered as the reason for a change. */
interface Entered {
  readonly reason: Reason
  /** Whether the page asks for a reason. */
  readonly asked: boolean
  /** Why the reason was rejected. */
  readonly error: string | undefined
  /** Tenant whose list is offered. */
  readonly listOf: string | undefined
}

/** Creates the state of the question for the reason of one change. */
export function createReasonState(call: Call, input: object) {
  const { user } = useSession.getState()
  const tenantId = tenantOfChange(call, { ...input }, user)
  const store = createStore<Entered>(() => ({
    reason: noReason,
    asked: isReasonAsked(call, tenantId, user),
    error: undefined,
    listOf: tenantOfList(tenantId, user),
  }))
  return {
    /** State as a hook. */
    use: store,
    reason: (): Reason => store.getState().reason,
    change: (reason: Reason): void => store.setState({ reason, error: undefined }),
    /** Shows why the server rejected the reason. */
    reject: (error: string): void => store.setState({ asked: true, error }),
    /** Returns whether a reason has been entered if one is asked for; otherwise shows that it is missing. */
    check: (): boolean => {
      const { asked, reason } = store.getState()
      const isGiven = !asked || reason.code !== '' || reason.text.trim() !== ''
      if (!isGiven) store.setState({ error: kitText('reason.required') })
      return isGiven
    },
  }
}

export type ReasonState = ReturnType<typeof createReasonState>
