import { Button, Message } from '@arco-design/web-react'
import type { Call } from '@atrium/contract'
import { useRef, useState } from 'react'
import { useSelectedCount } from '../list/selection.tsx'
import { Dialog } from '../overlay/Dialog.tsx'
import { useDiscardGuard } from '../overlay/useLeaveGuard.ts'
import { useKitText } from '../texts/index.ts'
import { createPicking } from './picking.ts'
import { type PickableRows, type PickedRow, RowPicker } from './RowPicker.tsx'

export interface PickerDialogProps<C extends Call> extends PickableRows<C> {
  readonly open: boolean
  readonly title: string
  /** In pixels, 400 to 1000; 1000 unless said otherwise. */
  readonly width?: number
  /** Whether one row alone is picked. */
  readonly single?: boolean
  /** Label of the button, e.g. 'Add'; 'OK' by default. */
  readonly ok?: string
  /** Message if the button is pressed while nothing is picked; without it the button is disabled then. */
  readonly nothing?: string
  /** Something else that the rows can be picked for, which the page goes on with in a dialog above and then closes this one. */
  readonly further?: {
    readonly label: string
    readonly onPick: (rows: readonly PickedRow<C>[]) => void
  }
  /** Whether it stays when rows were picked, for the next ones: what they are for is done in a dialog above it. */
  readonly stays?: boolean
  /**
   * Does what the rows were picked for; the dialog closes unless it stays. If it fails, it has shown why, and the
   * dialog stays with the selection.
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
    // The dialog returns the focus to where it was: the button is disabled until the next row is picked.
    if (stays) box.current?.querySelector('input')?.focus()
    setBusy(true)
    try {
      await onPick(picking.rows())
      if (stays) return picking.selection.clear()
      done.current = true
      onClose()
    } catch {
      // The user knows, and decides what next.
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
 * A dialog in which rows of a paged list are picked, one or several: searched, paged, selected over pages and searches.
 * Every opening starts with nothing selected.
 */
export function PickerDialog<C extends Call>(props: PickerDialogProps<C>) {
  const [{ opening, wasOpen }, set] = useState({ opening: 0, wasOpen: false })
  if (props.open !== wasOpen) set({ opening: props.open ? opening + 1 : opening, wasOpen: props.open })
  if (opening === 0) return null
  return <OpenedPicker key={opening} {...props} />
}
