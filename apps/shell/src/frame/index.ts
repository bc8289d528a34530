export { AdminFrame } from './AdminFrame.tsx'
export { PortalFrame } from './PortalFrame.tsx'
