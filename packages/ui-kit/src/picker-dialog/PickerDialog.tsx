import { Button, Message } from '@arco-design/web-react'
import type { Call } from '@atrium/contract'
import { useRef, useState } from 'react'
import { useSelectedCount } from '../list/selection.tsx'
import { Dialog } from '../overlay/Dialog.tsx'
import { useDiscardGuard } from '../overlay/use-leave-guard.ts'
import { useKitText } from '../texts/index.ts'
import { createPicking } from './picking.ts'
import { type PickableRows, type PickedRow, RowPicker } from './RowPicker.tsx'

export interface PickerDialogProps<C extends Call> extends PickableRows<C> {
  readonly open: boolean
  readonly title: string
  /** Width in pixels, 400 to 1000; 1000 by default. */
  readonly width?: number
  /** Whether only one row can be picked. */
  readonly single?: boolean
  /** Label of the button, e.g. 'Add'; 'OK' by default. */
  readonly ok?: string
  /** Message if the button is pressed while no row is picked. Without it, the button is disabled in that case. */
  readonly nothing?: string
  /** A second action on the picked rows. The page continues in a dialog above this one, and then closes this one. */
  readonly further?: {
    readonly label: string
    readonly onPick: (rows: readonly PickedRow<C>[]) => void
  }
  /**
   * Whether the dialog stays open for more rows after some were picked. The picked rows are processed in a dialog
   * above it.
   */
  readonly stays?: boolean
  /**
   * Processes the picked rows. The dialog then closes, unless `stays` is set. If this fails, it must show the reason
   * itself, and the dialog stays open with the selection.
   */
  readonly onPick: (rows: readonly PickedRow<C>[]) => unknown
  readonly onClose: () => void
}

/** One opening of a `PickerDialog`. */
function OpenedPicker<C extends Call>(props: PickerDialogProps<C>) {
  const { open, title, width = 1000, single, ok, stays = false, onPick, onClose, ...others } = props
  const { nothing, further, ...rows } = others
  const { max = Number.POSITIVE_INFINITY } = rows
  const t = useKitText()
  const [picking] = useState(() => createPicking<PickedRow<C>>(single))
  const count = useSelectedCount(picking.selection)
  const [busy, setBusy] = useState(false)
  const done = useRef(false)
  const box = useRef<HTMLDivElement>(null)
  const mayBeDiscarded = useDiscardGuard(open, () => count > 0 && !done.current, 'dialog.discardSelection')
  const close = async () => {
    if (!busy && (await mayBeDiscarded())) onClose()
  }
  const isPicked = () => {
    if (count === 0 && nothing !== undefined) Message.warning(nothing)
    return count > 0
  }
  const pick = async () => {
    if (!isPicked()) return
    // Give the focus to the search field, because the button will be disabled until the next row is picked. A dialog
    // above restores the focus there.
    if (stays) box.current?.querySelector('input')?.focus()
    setBusy(true)
    try {
      await onPick(picking.rows())
      if (stays) return picking.selection.clear()
      done.current = true
      onClose()
    } catch {
      // The reason has been shown, and the user decides how to continue.
    } finally {
      setBusy(false)
    }
  }
  const isDisabled = (count === 0 && nothing === undefined) || count > max
  return (
    <Dialog
      open={open}
      title={title}
      width={width}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t(stays ? 'dialog.close' : 'dialog.cancel')}</Button>
          {further && (
            <Button
              disabled={busy || isDisabled}
              onClick={() => isPicked() && further.onPick(picking.rows())}
            >
              {further.label}
            </Button>
          )}
          <Button type="primary" loading={busy} disabled={isDisabled} onClick={pick}>
            {ok ?? t('dialog.ok')}
          </Button>
        </>
      }
    >
      <div ref={box}>
        <RowPicker {...rows} picking={picking} />
      </div>
    </Dialog>
  )
}

/**
 * A dialog in which the user picks one or more rows of a paged list, with search and paging. The selection is kept
 * across pages and searches. Every opening starts with an empty selection.
 */
export function PickerDialog<C extends Call>(props: PickerDialogProps<C>) {
  const [{ opening, wasOpen }, set] = useState({ opening: 0, wasOpen: false })
  if (props.open !== wasOpen) set({ opening: props.open ? opening + 1 : opening, wasOpen: props.open })
  if (opening === 0) return null
  return <OpenedPicker key={opening} {...props} />
}
