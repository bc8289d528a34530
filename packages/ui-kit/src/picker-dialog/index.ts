import '../list/styles.ts'
import '../overlay/styles.ts'
import './picker-dialog.css'

export { PickerDialog, type PickerDialogProps } from './PickerDialog.tsx'
export { PickerField } from './PickerField.tsx'
export type { PickableRows, PickedRow } from './RowPicker.tsx'
