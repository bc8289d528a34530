import { Button, ConfigProvider, Modal } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import { focusedElement } from '@atrium/shared-api'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
} from 'react'
import { useKitText } from '../texts/index.ts'

const fields =
  ':is(input, textarea):not([disabled], [aria-hidden="true"], [tabindex="-1"]), [role="combobox"]:not([aria-disabled="true"])'

/** Focuses the first field when a dialog opens, and restores the focus when it closes. */
function useDialogFocus(open: boolean): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null)
  const before = useRef<Element>(null)
  // Arco focuses the dialog itself, in timers that are already set when these are.
  useEffect(() => {
    if (!open) return giveBack(before)
    before.current = focusedElement()
    const timer = setTimeout(() => content.current?.querySelector<HTMLElement>(fields)?.focus())
    return () => clearTimeout(timer)
  }, [open])
  useEffect(() => () => giveBack(before), [])
  return content
}

/** Returns the focus to where it was, once, unless that element is gone: later the user is elsewhere. */
function giveBack(before: RefObject<Element | null>): void {
  const element = before.current
  before.current = null
  if (!(element instanceof HTMLElement)) return
  setTimeout(() => {
    if (element.isConnected) element.focus()
  })
}

/** A dialog's width in pixels as a variable, which the style sheet overrides on phones. */
export const widthOf = (width: number): CSSProperties => Object({ '--dialog-width': `${width}px` })

export interface DialogProps {
  readonly open: boolean
  readonly title: string
  /** In pixels, 400 to 1000; on phones a dialog fills the screen, unless it is brief. */
  readonly width?: number
  /** Whether it has only a sentence. */
  readonly brief?: boolean
  /** The user wants to close it: by Esc, the mask, the cross or a button. Without it there is no way to. */
  readonly onClose?: () => void
  /** Called when it is closed and gone. */
  readonly afterClose?: () => void
  /** The buttons; null for a dialog with buttons in its content. */
  readonly footer: ReactNode
  readonly children: ReactNode
}

/** Arco's selects keep every Esc to themselves, also while there is no list of theirs to close. */
const isKeptBySelect = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Escape' &&
  target instanceof Element &&
  target.closest('[role="combobox"][aria-expanded="false"]') !== null

/** A dialog: scrolls inside, takes the focus and gives it back, closes by keyboard. */
export function Dialog(props: DialogProps) {
  const { open, title, width = 640, brief = false, onClose, afterClose, footer, children } = props
  const t = useKitText()
  const content = useDialogFocus(open)
  const { getPopupContainer } = useContext(ConfigProvider.ConfigContext)
  const closeByKey = (event: KeyboardEvent) => {
    if (!onClose || !isKeptBySelect(event)) return
    event.stopPropagation()
    onClose()
  }
  return (
    <Modal
      className={brief ? 'dialog dialog-brief' : 'dialog'}
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
      getChildrenPopupContainer={getPopupContainer}
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
