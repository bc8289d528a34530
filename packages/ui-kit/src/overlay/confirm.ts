import { Message, Modal } from '@arco-design/web-react'
import { focusedElement, textsSettled, useSession } from '@atrium/shared-api'
import { kitText } from '../texts/index.ts'
import { widthOf } from './Dialog.tsx'

/**
 * Calls back when the user has left the page: by the history, or by signing out. A step back that a leave guard stops
 * does not count.
 * @returns ends it
 */
function onPageLeft(left: () => void): () => void {
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
  /** What the button does, e.g. 'Delete'. */
  readonly ok: string
  /** Label of the other button; 'Cancel' unless said otherwise. */
  readonly cancel?: string
  /** Whether something is lost by it. */
  readonly danger?: boolean
}

/** Whether a question is on the screen. */
let asking = false

/**
 * Asks the user for a decision, one at a time.
 * @returns whether they agreed. Esc, a click beside the dialog and leaving the page mean no, and so does a question
 *   while another one is open
 */
export async function confirmDialog(confirmation: Confirmation): Promise<boolean> {
  if (asking) return false
  asking = true
  const before = focusedElement()
  try {
    // The texts may arrive after this code.
    await textsSettled()
    return await ask(confirmation)
  } finally {
    asking = false
    if (before instanceof HTMLElement) setTimeout(() => before.focus())
  }
}

const ask = ({ title, content, ok, cancel, danger = false }: Confirmation): Promise<boolean> =>
  new Promise((resolve) => {
    const decide = (agreed: boolean) => {
      stopWatching()
      resolve(agreed)
    }
    const question = Modal.confirm({
      className: 'dialog dialog-confirm',
      style: widthOf(400),
      // Title and text begin at one edge.
      icon: null,
      title,
      content,
      okText: ok,
      okButtonProps: { status: danger ? 'danger' : undefined },
      cancelText: cancel ?? kitText('dialog.cancel'),
      onOk: () => decide(true),
      onCancel: () => decide(false),
    })
    const stopWatching = onPageLeft(() => {
      question.close()
      decide(false)
    })
  })

/** The same before an operation: a user who does not agree sees that it was cancelled. */
export async function confirmOperation(confirmation: Confirmation): Promise<boolean> {
  const agreed = await confirmDialog(confirmation)
  if (!agreed) Message.info(kitText('dialog.cancelled'))
  return agreed
}
