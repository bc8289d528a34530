import { Button, Modal } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import type { KeyboardEvent, ReactNode } from 'react'
import { useKitText } from '../texts/index.ts'
import { useDialogFocus } from './useDialogFocus.ts'
import { widthOf } from './width.ts'

export interface DialogProps {
  readonly open: boolean
  readonly title: string
  /** In pixels, 400 to 1000; on phones a dialog fills the screen. */
  readonly width?: number
  /** The user wants to close it: by Esc, the mask, the cross or a button. Without it there is no way to. */
  readonly onClose?: () => void
  /** Called when it is closed and gone. */
  readonly afterClose?: () => void
  /** The buttons; null for a dialog whose buttons stand in its content. */
  readonly footer: ReactNode
  readonly children: ReactNode
}

/** Arco's selects keep every Esc to themselves, also while there is no list of theirs to close. */
const isKeptBySelect = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Escape' &&
  target instanceof Element &&
  target.closest('[role="combobox"][aria-expanded="false"]') !== null

/** A dialog: scrolls inside, takes the focus and gives it back, closes by keyboard. */
export function Dialog({ open, title, width = 640, onClose, afterClose, footer, children }: DialogProps) {
  const t = useKitText()
  const content = useDialogFocus(open)
  const closeByKey = (event: KeyboardEvent) => {
    if (!onClose || !isKeptBySelect(event)) return
    event.stopPropagation()
    onClose()
  }
  return (
    <Modal
      className="dialog"
      style={widthOf(width)}
      visible={open}
      title={
        <span className="dialog-title" title={title}>
          {title}
        </span>
      }
      closable={false}
      maskClosable={onClose !== undefined}
      escToExit={onClose !== undefined}
      autoFocus={false}
      unmountOnExit
      onCancel={onClose}
      afterClose={afterClose}
      getChildrenPopupContainer={() => document.body}
      footer={footer}
    >
      <div ref={content} className="dialog-content" onKeyDownCapture={closeByKey}>
        {children}
      </div>
      {onClose && (
        <Button
          className="dialog-close"
          type="text"
          size="small"
          icon={<IconClose />}
          aria-label={t('dialog.close')}
          onClick={onClose}
        />
      )}
    </Modal>
  )
}
