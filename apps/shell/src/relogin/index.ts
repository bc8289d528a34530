export { Relogin } from './Relogin.tsx'
