import './styles.ts'

export {
  CheckBox,
  type CheckBoxProps,
  NameFields,
  RadioChoice,
  type RadioChoiceProps,
} from '../form/index.ts'
export type { ShowValue } from './ConflictView.tsx'
export { type Confirmation, confirmDialog, confirmOperation } from './confirm.ts'
export { Dialog, type DialogProps } from './Dialog.tsx'
export { EntityDialog, type EntityDialogProps } from './EntityDialog.tsx'
export { StepList } from './StepList.tsx'
export { useDeletion } from './useDeletion.ts'
export { type EntityDialogState, useEntityDialog } from './useEntityDialog.ts'
export { useLeaveGuard } from './useLeaveGuard.ts'
