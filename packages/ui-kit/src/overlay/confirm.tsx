import { Message, Modal } from '@arco-design/web-react'
import type { Call } from '@atrium/contract'
import { focusedElement, type Reason, textsSettled, useSession } from '@atrium/shared-api'
import { ReasonFields } from '../reason/ReasonFields.tsx'
import { createReasonState, type ReasonState } from '../reason/reason-state.ts'
import { kitText } from '../texts/index.ts'
import { widthOf } from './DialogFrame.tsx'

/**
 * Calls back when the user has left the page, through the history or by signing out. A step back that a leave guard
 * stops does not count.
 * @returns a function that unsubscribes
 */
export function onPageLeft(left: () => void): () => void {
  const stop = useSession.subscribe(({ key }) => {
    if (key === undefined) left()
  })
  addEventListener('popstate', left)
  return () => {
    stop()
    removeEventListener('popstate', left)
  }
}

export interface Confirmation {
  readonly title: string
  readonly content: string
  /** Label of the confirming button, e.g. 'Delete'. */
  readonly ok: string
  /** Label of the other button; 'Cancel' by default. */
  readonly cancel?: string
  /** Whether confirming destroys something. */
  readonly danger?: boolean
  /** Asks for the reason of the change as well, if it needs one. */
  readonly reason?: ReasonState
}

/** Whether a question is open. */
let asking = false

/**
 * Asks the user for a decision, one at a time.
 * @returns whether the user agreed. Esc, a click outside the dialog and leaving the page count as no. If another
 * question is open, returns false without asking
 */
export async function confirmDialog(confirmation: Confirmation): Promise<boolean> {
  if (asking) return false
  asking = true
  const before = focusedElement()
  try {
    // The texts may load later than this code.
    await textsSettled()
    return await ask(confirmation)
  } finally {
    asking = false
    if (before instanceof HTMLElement) setTimeout(() => before.focus())
  }
}

const ask = ({ title, content, ok, cancel, danger = false, reason }: Confirmation): Promise<boolean> =>
  new Promise((resolve) => {
    const decide = (agreed: boolean) => {
      stopWatching()
      resolve(agreed)
    }
    const question = Modal.confirm({
      className: 'dialog dialog-confirm',
      style: widthOf(400),
      // Without an icon, title and text are aligned.
      icon: null,
      title,
      content: reason ? (
        <>
          {content}
          <ReasonFields state={reason} />
        </>
      ) : (
        content
      ),
      okText: ok,
      okButtonProps: { status: danger ? 'danger' : undefined },
      cancelText: cancel ?? kitText('dialog.cancel'),
      // Arco keeps the question open if the result is truthy; its types expect a promise.
      onOk: () => (!reason || reason.check() ? decide(true) : Object(true)),
      onCancel: () => decide(false),
    })
    const stopWatching = onPageLeft(() => {
      question.close()
      decide(false)
    })
  })

/** Asks the user to confirm an operation. If they decline, shows that the operation was cancelled. */
export async function confirmOperation(confirmation: Confirmation): Promise<boolean> {
  const agreed = await confirmDialog(confirmation)
  if (!agreed) Message.info(kitText('dialog.cancelled'))
  return agreed
}

/**
 * Asks the user to confirm a call that changes something, and for its reason if the call needs one.
 * @param input fields of the call, and the tenant of the changed row if the page knows it
 * @returns the reason, empty if none was asked; undefined if the user declined, which is shown
 */
export async function confirmChange(
  confirmation: Confirmation,
  call: Call,
  input: object,
): Promise<Reason | undefined> {
  const reason = createReasonState(call, input)
  return (await confirmOperation({ ...confirmation, reason })) ? reason.reason() : undefined
}
