import './styles.ts'

export { SessionsDialog, type SessionsDialogProps } from './SessionsDialog.tsx'
