import type { Thing } from '../history/context.ts'
import { HistoryButton } from '../history/HistoryButton.tsx'
import { DialogFrame, type DialogFrameProps } from './DialogFrame.tsx'

export interface DialogProps extends Omit<DialogFrameProps, 'tool'> {
  /** The thing that the dialog shows. Users who may read the audit trail can open its history from the title bar. */
  readonly history?: Thing | undefined
}

/** A dialog that scrolls inside, takes and restores the focus, and closes by keyboard. */
export const Dialog = ({ history, ...frame }: DialogProps) => (
  <DialogFrame {...frame} tool={history && <HistoryButton {...history} inTitle />} />
)
