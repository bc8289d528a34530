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
  // Arco focuses the dialog itself in timers, which are already set when these effects run.
  useEffect(() => {
    if (!open) return restoreFocus(before)
    before.current = focusedElement()
    const timer = setTimeout(() => content.current?.querySelector<HTMLElement>(fields)?.focus())
    return () => clearTimeout(timer)
  }, [open])
  useEffect(() => () => restoreFocus(before), [])
  return content
}

/** Restores the focus once, unless the element is gone. Later calls do nothing, because the user has moved on. */
function restoreFocus(before: RefObject<Element | null>): void {
  const element = before.current
  before.current = null
  if (!(element instanceof HTMLElement)) return
  setTimeout(() => {
    if (element.isConnected) element.focus()
  })
}

/** Returns a style that sets a dialog's width in pixels as a CSS variable, which the style sheet overrides on phones. */
export const widthOf = (width: number): CSSProperties => Object({ '--dialog-width': `${width}px` })

export interface DialogFrameProps {
  readonly open: boolean
  readonly title: string
  /** Width in pixels, 400 to 1000. On phones a dialog fills the screen, unless it is brief. */
  readonly width?: number
  /** Whether the dialog contains only a sentence. */
  readonly brief?: boolean
  /**
   * Called when the user wants to close the dialog by Esc, the mask, the cross or a button. Without it, the user
   * cannot close the dialog.
   */
  readonly onClose?: () => void
  /** Called when the closed dialog has disappeared. */
  readonly afterClose?: () => void
  /** Content of the title bar, before the cross. */
  readonly tool?: ReactNode
  /** Buttons of the dialog; null if its content has the buttons. */
  readonly footer: ReactNode
  readonly children: ReactNode
}

/** Whether an Arco select would consume this Esc. Arco's selects do so even without an open list. */
const isKeptBySelect = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Escape' &&
  target instanceof Element &&
  target.closest('[role="combobox"][aria-expanded="false"]') !== null

/** A dialog without a history. It scrolls inside, takes and restores the focus, and closes by keyboard. */
export function DialogFrame(props: DialogFrameProps) {
  const { open, title, width = 640, brief = false, onClose, afterClose, tool, footer, children } = props
  const t = useKitText()
  const content = useDialogFocus(open)
  const { getPopupContainer } = useContext(ConfigProvider.ConfigContext)
  const closeByKey = (event: KeyboardEvent) => {
    // React also passes on the events of a dialog above this one, because this one is its parent.
    const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (!onClose || !isOwn || !isKeptBySelect(event)) return
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
      {tool}
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
