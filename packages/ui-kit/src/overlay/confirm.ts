import { Message, Modal } from '@arco-design/web-react'
import { textsReady } from '@atrium/shared-api'
import { kitText } from '../texts/index.ts'
import { widthOf } from './width.ts'

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

/**
 * Asks the user for a decision.
 * @returns whether they agreed; Esc and a click beside the dialog are a no
 */
export async function confirmDialog({
  title,
  content,
  ok,
  cancel,
  danger = false,
}: Confirmation): Promise<boolean> {
  const before = document.activeElement
  // Whoever has just fetched this has it before its texts.
  await textsReady()
  return new Promise((resolve) => {
    const decide = (agreed: boolean) => () => {
      resolve(agreed)
      if (before instanceof HTMLElement) setTimeout(() => before.focus())
    }
    Modal.confirm({
      className: 'dialog dialog-confirm',
      style: widthOf(400),
      title,
      content,
      okText: ok,
      okButtonProps: { status: danger ? 'danger' : undefined },
      cancelText: cancel ?? kitText('dialog.cancel'),
      onOk: decide(true),
      onCancel: decide(false),
    })
  })
}

/** The same before an operation: somebody who does not agree is told that it was cancelled. */
export async function confirmOperation(confirmation: Confirmation): Promise<boolean> {
  const agreed = await confirmDialog(confirmation)
  if (!agreed) Message.info(kitText('dialog.cancelled'))
  return agreed
}
