import './styles.ts'

export { InvitationsButton, type InvitationsButtonProps } from './InvitationsButton.tsx'
