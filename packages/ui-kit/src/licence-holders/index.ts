import './styles.ts'

export { LicenceHoldersButton, type LicenceHoldersButtonProps } from './LicenceHoldersButton.tsx'
