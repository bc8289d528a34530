import './styles.ts'

export {
  CheckBox,
  type CheckBoxProps,
  type FieldName,
  type FieldProps,
  fieldOf,
  NameFields,
  RadioChoice,
  type RadioChoiceProps,
} from '../form/index.ts'
export { type Confirmation, confirmDialog, confirmOperation } from './confirm.ts'
export { Dialog, type DialogProps } from './Dialog.tsx'
export type { ShowValue } from './entity/ConflictView.tsx'
export { EntityDialog, type EntityDialogProps } from './entity/EntityDialog.tsx'
export { type EntityDialogState, useEntityDialog } from './entity/useEntityDialog.ts'
export { StepList } from './StepList.tsx'
export { useDeletion } from './useDeletion.ts'
export { useLeaveGuard } from './useLeaveGuard.ts'
