import { Message, Modal } from '@arco-design/web-react'
import { focusedElement, type SignatureQuestion, textsSettled } from '@atrium/shared-api'
import { onPageLeft } from '../overlay/confirm.tsx'
import { widthOf } from '../overlay/DialogFrame.tsx'
import { kitText } from '../texts/index.ts'
import { SignatureFields } from './SignatureFields.tsx'
import { createSignatureState, type SignatureState } from './signature-state.ts'

type Signed = { readonly response: unknown }

/**
 * Asks for the electronic signature that the server requires, and sends the call with it. The dialog stays open until
 * the server accepts the signature, so nothing is lost on a wrong password.
 * @returns the response; undefined if the user cancels, which is shown
 * @throws the errors of the call
 */
export async function askSignature(question: SignatureQuestion): Promise<Signed | undefined> {
  const before = focusedElement()
  try {
    const [state] = await Promise.all([createSignatureState(question), textsSettled()])
    return await ask(state)
  } finally {
    if (before instanceof HTMLElement) setTimeout(() => before.focus())
  }
}

const ask = (state: SignatureState): Promise<Signed | undefined> =>
  new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      stopWatching()
      stopShowing()
      settle()
    }
    const cancel = () =>
      end(() => {
        Message.info(kitText('signature.notSigned'))
        resolve(undefined)
      })
    const sign = async () => {
      try {
        const signed = await state.sign()
        if (!signed) return
        dialog.close()
        end(() => resolve(signed))
      } catch (error) {
        dialog.close()
        end(() => reject(error))
      }
    }
    const dialog = Modal.confirm({
      className: 'dialog dialog-confirm',
      style: widthOf(480),
      // Without an icon, title and text are aligned.
      icon: null,
      title: kitText('signature.title'),
      content: <SignatureFields state={state} onEnter={() => void sign()} />,
      okText: kitText('signature.sign'),
      cancelText: kitText(state.canSign ? 'dialog.cancel' : 'signature.close'),
      maskClosable: false,
      ...(!state.canSign && { okButtonProps: { style: { display: 'none' } } }),
      // Arco keeps the question open if the result is truthy; its types expect a promise.
      onOk: () => {
        void sign()
        return Object(true)
      },
      onCancel: cancel,
    })
    const stopShowing = state.use.subscribe(({ busy }) => dialog.update({ confirmLoading: busy }))
    const stopWatching = onPageLeft(() => {
      dialog.close()
      cancel()
    })
  })
